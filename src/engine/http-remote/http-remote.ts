import { startDeadline } from "../../base/deadline.js";
import { isObject } from "../../base/json.js";
import { sha256 } from "../../base/sha256.js";
import { version } from "../../base/version.js";
import type { Refusal, RemoteAnswer, RemoteTools } from "../remote-tools.js";

export interface RemoteOptions {
  readonly url: string;
  readonly token: string;
  readonly timeoutMs: number;
}

/** Statuses of a service, or of a proxy in front of it, that is temporarily unavailable. */
const transientStatuses = new Set([408, 425, 429, 500, 502, 503, 504]);
const maxWaitMs = 60_000;

/** A service over HTTP. */
export function httpRemote({ url, token, timeoutMs }: RemoteOptions): RemoteTools {
  const address = url.replace(/\/+$/, "");
  const ownHeaders = { authorization: `Bearer ${token}`, "user-agent": `throughline/${version}` };
  const request = async (path: string, init: RequestInit, signal?: AbortSignal): Promise<RemoteAnswer> => {
    const deadline = startDeadline(timeoutMs, signal);
    try {
      // A redirect would carry the token elsewhere.
      const options = { ...init, redirect: "error", signal: deadline.signal } as const;
      return await read(await fetch(`${address}${path}`, { ...options, headers: { ...ownHeaders, ...init.headers } }));
    } catch (error) {
      return { kind: "unreachable", why: describeError(error, timeoutMs), retryAfterMs: 0 };
    } finally {
      deadline.clear();
    }
  };
  return {
    address,
    account: sha256(`${address}\n${token}`),
    call(tool, input, { key, recordedAt, signal }) {
      const headers = {
        "content-type": "application/json",
        ...(key === undefined ? {} : { "idempotency-key": key }),
        ...(recordedAt === undefined ? {} : { "recorded-at": recordedAt }),
      };
      const init = { method: "POST", headers, body: JSON.stringify(input) };
      return request(`/api/tools/${encodeURIComponent(tool)}`, init, signal);
    },
    list: (path) => request(path, {}),
  };
}

async function read(response: Response): Promise<RemoteAnswer> {
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok) {
    // A captive portal answers every request with an HTML page.
    if (body === undefined) return { kind: "unreachable", why: "the answer was not JSON", retryAfterMs: 0 };
    return { kind: "answered", answer: body };
  }
  if (!transientStatuses.has(response.status)) return { kind: "refused", refusal: refusalOf(response.status, body) };
  const seconds = Number(response.headers.get("retry-after"));
  const retryAfterMs = Number.isFinite(seconds) ? Math.min(seconds * 1000, maxWaitMs) : 0;
  return { kind: "unreachable", why: `it answered with status ${response.status}`, retryAfterMs };
}

function refusalOf(status: number, body: unknown): Refusal {
  const within = (value: unknown, name: string) => (isObject(value) ? value[name] : undefined);
  const textOf = (value: unknown, otherwise = "") => (typeof value === "string" ? value : otherwise);
  const error = within(body, "error");
  const message = textOf(within(error, "message"), `The service answered with status ${status}.`);
  const hint = textOf(within(within(error, "details"), "hint"));
  return { status, code: textOf(within(error, "code")), message, hint };
}

function describeError(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `no answer in ${timeoutMs} ms`;
  const cause = error.cause instanceof Error ? error.cause : error;
  return "code" in cause ? String(cause.code) : cause.message;
}
