import { AppError } from "../../base/errors.js";
import { roles } from "../../domain/access/principal.js";

/** The names under which a service is known outside. */
export type PublicAddress = ReturnType<typeof readPublicAddress>;

export function readPublicAddress(url: string, issuer: string, scopePrefix: string) {
  const { origin, pathname, protocol, hostname } = parse(url);
  const path = pathname.replace(/\/+$/, "");
  const base = `${origin}${path}`;
  const isSecure = protocol === "https:";
  if (!isSecure && !isLocal(hostname)) throw insecure(url);
  const wellKnown = `/.well-known/oauth-protected-resource${path}`;
  const document = (resource: string) => ({
    resource,
    authorization_servers: issuer === "" ? [] : [issuer],
    scopes_supported: roles.map((role) => `${scopePrefix}${role}`),
    bearer_methods_supported: ["header"],
    resource_name: "Throughline",
  });
  return {
    /** Without a slash at its end. */
    base,
    origin,
    isSecure,
    /** What access tokens must be meant for. */
    audiences: [base, `${base}/`, `${base}/mcp`],
    /** Where the document that leads to the authorization server is. */
    metadataUrl: `${origin}${wellKnown}/mcp`,
    /** Documents of RFC 9728, by path. */
    documents: new Map([
      [wellKnown, document(base)],
      [`${wellKnown}/mcp`, document(`${base}/mcp`)],
    ]),
  };
}

function parse(url: string): URL {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const isPlain =
    parsed && /^https?:$/.test(parsed.protocol) && `${parsed.search}${parsed.hash}${parsed.username}` === "";
  if (isPlain) return parsed;
  throw new AppError("invalid", "--public-url must be a URL such as https://throughline.example.com.");
}

const isLocal = (hostname: string) => ["localhost", "127.0.0.1", "[::1]"].includes(hostname);

const insecure = (url: string) =>
  new AppError("invalid", `${url} would send tokens unencrypted.`, {
    hint: "Put a TLS proxy in front and use its https URL. Plain http is allowed for localhost only.",
  });

/** What anyone may know about a service: where it is and how to sign in. Nothing about its tenants. */
export const describeService = ({ base, metadataUrl }: PublicAddress, issuer: string) => ({
  /** For programs. */
  json: { name: "Throughline", mcp: `${base}/mcp`, api: `${base}/api`, metadata: metadataUrl, needs: "a bearer token" },
  /** For the page, which then asks for a token and shows what a team service has. */
  head: `<meta name="throughline-service" content="${escaped(base)}" data-issuer="${escaped(issuer)}" />`,
});

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
