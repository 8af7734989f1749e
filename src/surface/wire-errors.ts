import { AppError, bug } from "../base/errors.js";
import type { ErrorForm } from "../tools/toolsets.js";

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

const bugMessage = (requestId: string) => `Internal error. The log has the details under ${requestId}.`;

type Details = Readonly<Record<string, unknown>>;

function inForm(form: ErrorForm, code: string, message: string, hint: string | undefined, details: Details) {
  const help = hint ? { hint } : {};
  if (form === "status") return { status: "error", error: message, ...help };
  return { error: { code, message, details: { ...details, ...help } } };
}
