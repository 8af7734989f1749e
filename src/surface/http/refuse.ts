import type { Context } from "hono";
import { AppError, bug, problems } from "../../base/errors.js";

type Status = 400 | 401 | 403 | 404 | 413 | 429 | 500 | 503;

/** An answer to a request that reached no tool. */
export function refuse(context: Context, status: Status, code: string, message: string, retryAfter?: number): Response {
  const details = retryAfter === undefined ? {} : { retry_after_seconds: retryAfter };
  if (retryAfter !== undefined) context.header("Retry-After", String(retryAfter));
  return context.json({ error: { code, message, details } }, status);
}

/** Answers with an error, told as in `body`, with the HTTP status of its problem. */
export function refuseWith(context: Context, error: unknown, body: object, retryAfterSeconds?: number): Response {
  const known = error instanceof AppError ? error : undefined;
  const retryAfter = known?.details.retry_after_seconds ?? retryAfterSeconds;
  if (retryAfter !== undefined) context.header("Retry-After", String(retryAfter));
  return context.json(body, known ? problems[known.problem].http : bug.http);
}
