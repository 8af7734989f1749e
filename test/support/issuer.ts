import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from "jose";

interface Key {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
}

/** An OAuth authorization server on loopback, as far as a resource server sees one: metadata, keys, and the tokens it signed. */
export class Issuer {
  readonly #server: Server;
  #keys: Key[] = [];
  #isDown = false;
  /** How often its keys were fetched. */
  fetched = 0;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<Issuer> {
    const server = createServer((request, response) => void issuer.#answer(request.url ?? "", response));
    const issuer = new Issuer(server);
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    await issuer.rotate();
    return issuer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  set isDown(value: boolean) {
    this.#isDown = value;
  }

  /** Replaces the key by a new one. */
  async rotate(): Promise<void> {
    this.#keys = [await newKey(`key-${this.#keys.length}-${this.fetched}`)];
  }

  /** A token as this server issues it, with the given claims changed. */
  sign(payload: JWTPayload, header: { readonly key?: Key } = {}): Promise<string> {
    const key = header.key ?? this.#key;
    return new SignJWT({
      iss: this.url,
      sub: "ada",
      tenant: "acme",
      scope: "throughline:read throughline:write",
      ...payload,
    })
      .setProtectedHeader({ alg: "RS256", kid: key.kid, typ: "at+jwt" })
      .setIssuedAt()
      .setExpirationTime(payload.exp ?? "5m")
      .sign(key.privateKey);
  }

  /** A key that claims to be this server's, but is not. */
  forgedKey = async (): Promise<Key> => newKey(this.#key.kid);

  /** The public key as text, which an attacker would use as the secret of a symmetric signature. */
  publicText = (): Promise<string> => exportSPKI(this.#key.publicKey);

  get kid(): string {
    return this.#key.kid;
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((closed) => this.#server.close(() => closed()));
  }

  get #key(): Key {
    const [key] = this.#keys;
    if (!key) throw new Error("no key");
    return key;
  }

  async #answer(path: string, response: { writeHead(status: number): void; end(text?: string): void }): Promise<void> {
    const isKeys = path === "/keys";
    if (isKeys) this.fetched += 1;
    const body = isKeys
      ? {
          keys: await Promise.all(
            this.#keys.map(async (key) => ({ ...(await exportJWK(key.publicKey)), kid: key.kid })),
          ),
        }
      : path === "/.well-known/oauth-authorization-server"
        ? { issuer: this.url, jwks_uri: `${this.url}/keys` }
        : undefined;
    response.writeHead(this.#isDown ? 500 : body ? 200 : 404);
    response.end(JSON.stringify(body ?? {}));
  }
}

async function newKey(kid: string): Promise<Key> {
  return { kid, ...(await generateKeyPair("RS256", { extractable: true })) };
}
