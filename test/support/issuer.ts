import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from "jose";

interface Key {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
}

/** A sign-in by device code that a person was asked to approve. */
interface DeviceRequest {
  readonly scope: string;
  readonly resource: string;
  /** The person who approved it; empty when it was denied. */
  user?: string;
}

/** An OAuth authorization server on loopback: metadata, keys, the tokens it signed, and sign-in by device code. */
export class Issuer {
  readonly #server: Server;
  #keys: Key[] = [];
  #isDown = false;
  /** By code; the person and the device have the same one here. */
  readonly #devices = new Map<string, DeviceRequest>();
  /** How often its keys were fetched. */
  fetched = 0;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<Issuer> {
    const server = createServer((request, response) => void issuer.#answer(request, response));
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

  /** What a person does in the browser; without a name, the request is denied. */
  decide(code: string, user = ""): void {
    const device = this.#devices.get(code);
    if (!device) throw new Error(`no request has the code ${code}`);
    device.user = user;
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

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(request.method === "POST" ? await text(request) : "");
    const { status, body } = await this.#respond(request.url ?? "", form);
    response.writeHead(this.#isDown ? 500 : status);
    response.end(JSON.stringify(body));
  }

  async #respond(path: string, form: URLSearchParams): Promise<{ status: number; body: object }> {
    switch (path) {
      case "/keys": {
        this.fetched += 1;
        const keys = this.#keys.map(async (key) => ({ ...(await exportJWK(key.publicKey)), kid: key.kid }));
        return { status: 200, body: { keys: await Promise.all(keys) } };
      }
      case "/.well-known/oauth-authorization-server":
        return {
          status: 200,
          body: {
            issuer: this.url,
            jwks_uri: `${this.url}/keys`,
            token_endpoint: `${this.url}/token`,
            device_authorization_endpoint: `${this.url}/device`,
          },
        };
      case "/device":
        return this.#startDevice(form);
      case "/token":
        return this.#deviceToken(form);
      default:
        return { status: 404, body: {} };
    }
  }

  #startDevice(form: URLSearchParams): { status: number; body: object } {
    if (form.get("client_id") !== "throughline") return { status: 401, body: { error: "invalid_client" } };
    const code = `CODE-${this.#devices.size + 1}`;
    this.#devices.set(code, { scope: form.get("scope") ?? "", resource: form.get("resource") ?? "" });
    const body = { device_code: code, user_code: code, verification_uri: `${this.url}/activate`, interval: 0.05 };
    return { status: 200, body };
  }

  async #deviceToken(form: URLSearchParams): Promise<{ status: number; body: object }> {
    const device = this.#devices.get(form.get("device_code") ?? "");
    if (device?.user === undefined) return { status: 400, body: { error: "authorization_pending" } };
    if (device.user === "") return { status: 400, body: { error: "access_denied" } };
    const access_token = await this.sign({ sub: device.user, aud: device.resource, scope: device.scope });
    return { status: 200, body: { access_token, token_type: "Bearer" } };
  }
}

async function newKey(kid: string): Promise<Key> {
  return { kid, ...(await generateKeyPair("RS256", { extractable: true })) };
}
