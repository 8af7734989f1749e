import { startDeadline } from "../../base/deadline.js";
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
  const request = async (
    path: string,
    { headers, ...init }: RequestInit,
    signal?: AbortSignal,
  ): Promise<RemoteAnswer> => {
    const deadline = startDeadline(timeoutMs, signal);
    try {
      const response = await fetch(`${address}${path}`, {
        ...init,
        // A redirect would carry the token elsewhere.
        redirect: "error",
        headers: { authorization: `Bearer ${token}`, "user-agent": `throughline/${version}`, ...headers },
        signal: deadline.signal,
      });
      return await read(response);
    } catch (error) {
      return { kind: "unreachable", why: describeError(error, timeoutMs), retryAfterMs: 0 };
    } finally {
      deadline.clear();
    }
  };
  return {
    address,
    account: sha256(`${address}\n${token}`),
    call: (tool, input, { key, recordedAt, signal }) =>
      request(
        `/api/tools/${encodeURIComponent(tool)}`,
        {
          method: "POST",
          headers: {
            "content-type": "application/json",
            ...(key === undefined ? {} : { "idempotency-key": key }),
            ...(recordedAt === undefined ? {} : { "recorded-at": recordedAt }),
          },
          body: JSON.stringify(input),
        },
        signal,
      ),
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
  const error = (body as { error?: unknown } | undefined)?.error;
  const { code, message, details } = (typeof error === "object" && error !== null ? error : {}) as {
    code?: unknown;
    message?: unknown;
    details?: { hint?: unknown };
  };
  return {
    status,
    code: typeof code === "string" ? code : "",
    message: typeof message === "string" ? message : `The service answered with status ${status}.`,
    hint: typeof details?.hint === "string" ? details.hint : "",
  };
}

function describeError(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `no answer in ${timeoutMs} ms`;
  const cause = error.cause instanceof Error ? error.cause : error;
  return "code" in cause ? String(cause.code) : cause.message;
}
