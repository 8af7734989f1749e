import type { Context } from "hono";
import { AppError, bug, problems } from "../../base/errors.js";
import type { SurfaceApp } from "../../domain/surface-app.js";
import type { ErrorForm } from "../../tools/toolsets.js";
import { wireError } from "../wire-errors.js";

/** Answers with an error in the form of the tool's family, with the HTTP status of its problem. */
export function answerError(
  context: Context,
  app: SurfaceApp,
  error: unknown,
  facts: { readonly form: ErrorForm; readonly requestId: string; readonly about: string },
): Response {
  const isExpected = error instanceof AppError;
  const { form, requestId, about } = facts;
  app.log[isExpected ? "info" : "error"]("http.failed", { request: requestId, about, error: String(error) });
  const retryAfter = isExpected ? error.details.retry_after_seconds : undefined;
  if (retryAfter !== undefined) context.header("Retry-After", String(retryAfter));
  const status = isExpected ? problems[error.problem].http : bug.http;
  return context.json(app.redaction.value(wireError(error, form, requestId)), status);
}

export async function readJson(context: Context): Promise<Record<string, unknown>> {
  const text = await context.req.text();
  if (text.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    return value as Record<string, unknown>;
  } catch (cause) {
    throw new AppError("invalid", "The body is not JSON.", { hint: "Send the tool's input as a JSON object.", cause });
  }
}
