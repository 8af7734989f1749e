import { createHash } from "node:crypto";
import type { PublicAddress } from "./public-address.js";

/** The page at the URL of a service: what it is and how to use it. Nothing about its tenants. */
export interface FrontPage {
  readonly html: string;
  /** Content security policy: the page's own style and nothing else. */
  readonly policy: string;
  /** The same as JSON. */
  readonly facts: object;
}

const style = `:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 3rem auto; padding: 0 1rem }
pre { padding: .75rem; overflow-x: auto; border: 1px solid; border-radius: .4rem; user-select: all }`;

export function createFrontPage({ base, metadataUrl }: PublicAddress, issuer: string): FrontPage {
  const signIn =
    issuer === "" ? "" : ` MCP clients that can sign in find <code>${escaped(issuer)}</code> by themselves.`;
  const commands = [`remote.url ${base}`, "remote.token YOUR_TOKEN"].map((pair) => `throughline config set ${pair}`);
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Throughline</title><style>${style}</style></head>
<body>
<h1>Throughline</h1>
<p>This is a team's memory for coding agents: lessons and fixes that outlive a session. Access requires a token.</p>
<h2>Get a token</h2>
<p>Ask the operator of this service for a personal access token.${signIn}</p>
<h2>With Throughline on your machine</h2>
<pre>${escaped([...commands, "throughline remote status"].join("\n"))}</pre>
<h2>With any MCP client</h2>
<pre>${escaped(`claude mcp add --transport http throughline ${base}/mcp --header "Authorization: Bearer YOUR_TOKEN"`)}</pre>
<p>The address is <code>${escaped(`${base}/mcp`)}</code>, the header <code>Authorization: Bearer YOUR_TOKEN</code>.</p>
</body>
</html>
`;
  const allowed = `'sha256-${createHash("sha256").update(style).digest("base64")}'`;
  return {
    html,
    policy: `default-src 'none'; style-src ${allowed}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
    facts: {
      name: "Throughline",
      mcp: `${base}/mcp`,
      api: `${base}/api`,
      metadata: metadataUrl,
      needs: "a bearer token",
    },
  };
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
