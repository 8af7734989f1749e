import type { PublicAddress } from "./public-address.js";

/** What anyone may know about a service: where it is and how to sign in. Nothing about its tenants. */
export interface ServiceFacts {
  /** For programs, as JSON. */
  readonly json: object;
  /** For the page, which then asks for a token and shows what a team service has. */
  readonly head: string;
}

export const describeService = ({ base, metadataUrl }: PublicAddress, issuer: string): ServiceFacts => ({
  json: {
    name: "Throughline",
    mcp: `${base}/mcp`,
    api: `${base}/api`,
    metadata: metadataUrl,
    needs: "a bearer token",
  },
  head: `<meta name="throughline-service" content="${escaped(base)}" data-issuer="${escaped(issuer)}" />`,
});

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
