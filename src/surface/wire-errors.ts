import { AppError, bug } from "../base/errors.js";
import type { ErrorForm } from "../tools/toolsets.js";
import { neutralizeValue } from "./map-strings.js";
import { nameTools } from "./name-next-steps.js";
import type { OpenCall } from "./open-call.js";

/** An error in the form of the family's contract. The cause of a bug is only in the log. `wordHint` suits the reader. */
export function wireError(
  error: unknown,
  form: ErrorForm,
  requestId: string,
  wordHint: (hint: string) => string = (hint) => hint,
): Record<string, unknown> {
  if (!(error instanceof AppError)) return inForm(form, bug.code, bugMessage(requestId), undefined, {});
  return inForm(form, error.code, error.message, error.hint && wordHint(error.hint), error.details);
}

/** The same as an agent reads it: a message may quote what is stored. */
export const shownError = (error: unknown, form: ErrorForm, { app, requestId }: OpenCall): Record<string, unknown> =>
  neutralizeValue(app.redaction.value(wireError(error, form, requestId, nameTools)));

const bugMessage = (requestId: string) => `Internal error. The log has the details under ${requestId}.`;

type Details = Readonly<Record<string, unknown>>;

function inForm(form: ErrorForm, code: string, message: string, hint: string | undefined, details: Details) {
  const help = hint ? { hint } : {};
  if (form === "status") return { status: "error", error: message, ...help };
  return { error: { code, message, details: { ...details, ...help } } };
}

const maxEcho = 80;

/** A name that a client sent and that nothing has, for an error message: without secrets, and short. */
export function echoName(redact: (text: string) => string, name: string): string {
  const safe = redact(name);
  return safe.length > maxEcho ? `${safe.slice(0, maxEcho)}…` : safe;
}

export const traceOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
