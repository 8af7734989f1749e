/** An address from the metadata of an authorization server: RFC 8414 first, OpenID Connect discovery second. */
export async function findEndpoint(issuer: string, name: string, timeoutMs: number): Promise<URL> {
  const problems: string[] = [];
  for (const address of metadataAddresses(issuer)) {
    const result = await readMetadata(address, { issuer, name, timeoutMs });
    if (result instanceof URL) return result;
    problems.push(`${address.href}: ${result}`);
  }
  throw new Error(problems.join("; "));
}

function metadataAddresses(issuer: string): URL[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  return [
    new URL(`${origin}/.well-known/oauth-authorization-server${path}`),
    new URL(`${origin}${path}/.well-known/openid-configuration`),
  ];
}

async function readMetadata(
  address: URL,
  { issuer, name, timeoutMs }: { issuer: string; name: string; timeoutMs: number },
): Promise<URL | string> {
  try {
    const response = await fetch(address, { redirect: "manual", signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) return `status ${response.status}`;
    const metadata = (await response.json()) as Record<string, unknown>;
    // Metadata of another issuer would let it vouch for this one.
    if (metadata.issuer !== issuer) return "it speaks for another issuer";
    const endpoint = metadata[name];
    return typeof endpoint === "string" ? new URL(endpoint) : `it has no ${name}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
