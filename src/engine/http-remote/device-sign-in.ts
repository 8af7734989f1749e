import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../base/errors.js";
import { isObject, type JsonObject } from "../../base/json.js";
import { isSafeUrl } from "../../base/safe-url.js";
import { findEndpoint } from "../find-endpoint.js";
import type { SignIn } from "../sign-in.js";

const timeoutMs = 10_000;
/** Defaults of RFC 8628. */
const defaultIntervalSeconds = 5;
const slowDownSeconds = 5;
const defaultLifeSeconds = 600;

/** The device authorization grant (RFC 8628), at the issuer that the service's metadata names (RFC 9728). */
export const deviceSignIn: SignIn = {
  async begin(service, clientId) {
    const address = service.replace(/\/+$/, "");
    const { issuer, scope } = await readResource(address);
    const [start, tokens] = await Promise.all(
      ["device_authorization_endpoint", "token_endpoint"].map((name) => requireEndpoint(issuer, name)),
    );
    const request = { client_id: clientId, scope, resource: address };
    const device = await post(start, request);
    if (device.status !== 200) throw refused(issuer, device.body);
    const { device_code, user_code, verification_uri, verification_uri_complete, interval, expires_in } = device.body;
    const until = Date.now() + seconds(expires_in, defaultLifeSeconds) * 1000;
    const grant = { grant_type: "urn:ietf:params:oauth:grant-type:device_code", device_code: String(device_code) };
    return {
      userCode: String(user_code),
      address: String(verification_uri_complete ?? verification_uri),
      async finish(token, signal) {
        for (let wait = seconds(interval, defaultIntervalSeconds); Date.now() < until; ) {
          await sleep(wait * 1000, undefined, { signal });
          const { status, body } = await post(tokens, { client_id: clientId, resource: address, ...grant });
          if (status === 200) return createToken(address, String(body.access_token), token);
          if (body.error === "slow_down") wait += slowDownSeconds;
          else if (body.error !== "authorization_pending") throw refused(issuer, body);
        }
        throw refused(issuer, { error: "expired_token" });
      },
    };
  },
};

/** The issuer that a service trusts. Its name must be the service's: its token would otherwise be meant for another one. */
async function readResource(address: string): Promise<{ issuer: string; scope: string }> {
  const { origin, pathname } = new URL(address);
  const path = `/.well-known/oauth-protected-resource${pathname.replace(/\/$/, "")}`;
  const { status, body } = await send(new URL(path, origin), {});
  const [issuer] = Array.isArray(body.authorization_servers) ? body.authorization_servers : [];
  if (status !== 200 || body.resource !== address)
    throw new AppError("unavailable", `${address} is not the public URL of a Throughline service.`, {
      hint: "Ask its administrator for the value of service.publicUrl.",
    });
  if (typeof issuer !== "string" || !isSafeUrl(issuer))
    throw new AppError("unavailable", `${address} has no identity provider.`, {
      hint: "Ask its administrator for a token, and set it with `throughline config set remote.token`.",
    });
  const scopes = Array.isArray(body.scopes_supported) ? body.scopes_supported.map(String) : [];
  // An administrator's token on a laptop would be a risk without a use.
  return { issuer, scope: scopes.filter((scope) => !scope.endsWith("admin")).join(" ") };
}

async function requireEndpoint(issuer: string, name: string): Promise<URL> {
  const endpoint = await findEndpoint(issuer, name, timeoutMs).catch((error: Error) => {
    throw new AppError("unavailable", `${issuer} does not offer sign-in by device code.`, {
      hint: `Its metadata must have ${name}: ${error.message}`,
      cause: error,
    });
  });
  if (!isSafeUrl(endpoint.href)) throw new AppError("forbidden", `${endpoint.href} would send codes unencrypted.`);
  return endpoint;
}

async function createToken(address: string, accessToken: string, token: { label: string; days: number }) {
  const { status, body } = await send(new URL(`${address}/api/tokens`), {
    method: "POST",
    headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
    body: JSON.stringify(token),
  });
  if (status !== 201 || typeof body.secret !== "string") {
    const problem = isObject(body.error) ? body.error : {};
    throw new AppError("forbidden", `${address} refused the sign-in: ${problem.message ?? `status ${status}`}`);
  }
  return { secret: body.secret, role: String(body.role), expires: String(body.expires) };
}

const post = (address: URL | undefined, fields: Record<string, string>) =>
  send(address, { method: "POST", body: new URLSearchParams(fields) });

async function send(address: URL | undefined, request: RequestInit): Promise<{ status: number; body: JsonObject }> {
  if (!address) throw new AppError("unavailable", "The identity provider has no such endpoint.");
  // A redirect would carry codes and tokens elsewhere.
  const response = await fetch(address, {
    ...request,
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((cause: Error) => {
    throw new AppError("unavailable", `${address.origin} did not answer: ${cause.message}`, {
      hint: "Check the URL and the connection, then run `throughline login` again.",
      cause,
    });
  });
  const body: unknown = await response.json().catch(() => undefined);
  return { status: response.status, body: isObject(body) ? body : {} };
}

const seconds = (value: unknown, fallback: number): number =>
  typeof value === "number" && value >= 0 ? value : fallback;

const reasons: Readonly<Record<string, string>> = {
  access_denied: "the request was denied",
  expired_token: "the code has expired",
  invalid_client: "it does not know this client id",
};

function refused(issuer: string, { error, error_description }: JsonObject): AppError {
  const reason = reasons[String(error)] ?? String(error_description ?? error ?? "it gave no reason");
  return new AppError("forbidden", `${issuer} did not sign you in: ${reason}.`, {
    hint: "Run `throughline login` again. The client id must be registered there for the device grant: --client-id.",
  });
}
