import { startDeadline } from "../base/deadline.js";
import { AppError } from "../base/errors.js";

interface Endpoint {
  readonly url: string;
  readonly key: string;
  readonly timeoutMs: number;
  /** `chat` or `embedding`, for messages. */
  readonly kind: string;
  /** What to check when it cannot be used. */
  readonly hint: string;
}

/** Sends JSON to an OpenAI-compatible endpoint and returns its answer. */
export async function postToEndpoint(endpoint: Endpoint, body: unknown, signal?: AbortSignal): Promise<object> {
  const { url, key, timeoutMs } = endpoint;
  const deadline = startDeadline(timeoutMs, signal);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...(key ? { authorization: `Bearer ${key}` } : {}) },
      body: JSON.stringify(body),
      signal: deadline.signal,
    }).catch((cause: unknown) => {
      throw endpointError(endpoint, reasonOf(cause), cause);
    });
    if (!response.ok) throw endpointError(endpoint, `it answered ${response.status}`);
    const answer: unknown = await response.json().catch(() => undefined);
    if (typeof answer !== "object" || answer === null) throw endpointError(endpoint, "its answer is not JSON");
    return answer;
  } finally {
    deadline.clear();
  }
}

/** `fetch failed` says nothing; its cause does. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || error.message : error.message;
}

export const endpointError = ({ url, kind, hint }: Endpoint, reason: string, cause?: unknown) =>
  new AppError("unavailable", `The ${kind} endpoint ${url} cannot be used: ${reason}.`, { cause, hint });
