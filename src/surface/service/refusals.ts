import type { Context } from "hono";
import { type AppError, problems } from "../../base/errors.js";
import type { Authentication } from "./authenticate.js";
import type { PublicAddress } from "./public-address.js";

type Status = 401 | 403 | 404 | 413 | 429 | 500 | 503 | 400 | 409;

/** An answer to a request that reached no tool. */
export function refuse(context: Context, status: Status, code: string, message: string, retryAfter?: number): Response {
  const details = retryAfter === undefined ? {} : { retry_after_seconds: retryAfter };
  if (retryAfter !== undefined) context.header("Retry-After", String(retryAfter));
  return context.json({ error: { code, message, details } }, status);
}

export function refuseWith(context: Context, { problem, code, message, hint, details }: AppError): Response {
  const seconds = details.retry_after_seconds ?? (problem === "unavailable" ? 5 : undefined);
  if (seconds !== undefined) context.header("Retry-After", String(seconds));
  const body = { code, message, details: { ...details, ...(hint ? { hint } : {}) } };
  return context.json({ error: body }, problems[problem].http);
}

/** Challenges as RFC 6750 and 9728 define, so that a client can get a token by itself. */
export function challenge(
  context: Context,
  { metadataUrl }: PublicAddress,
  scopePrefix: string,
  refused: Extract<Authentication, { kind: "refused" }>,
): Response {
  const parts = [
    ...(refused.error ? [`error="${refused.error}"`, `error_description="${refused.why}"`] : []),
    `scope="${scopePrefix}read ${scopePrefix}write"`,
    `resource_metadata="${metadataUrl}"`,
  ];
  context.header("WWW-Authenticate", `Bearer ${parts.join(", ")}`);
  const message = `The token was not accepted: ${refused.why}.`;
  return refuse(context, refused.error === "insufficient_scope" ? 403 : 401, "UNAUTHORIZED", message);
}
