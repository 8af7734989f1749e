import { AppError, bug } from "../base/errors.js";
import type { ErrorForm } from "../tools/toolsets.js";
import { neutralizeValue } from "./map-strings.js";
import { nameTools } from "./name-next-steps.js";
import type { OpenCall } from "./open-call.js";

interface CodedError {
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** An error as surfaces name it. The cause of a bug is only in the log. `wordHint` suits the reader. */
export function codedError(error: unknown, requestId: string, wordHint = (hint: string) => hint): CodedError {
  if (!(error instanceof AppError))
    return { code: bug.code, message: `Internal error. The log has the details under ${requestId}.`, details: {} };
  const { code, message, hint, details } = error;
  return { code, message, details: hint ? { ...details, hint: wordHint(hint) } : details };
}

/** The same in the form of the family's contract. */
export function wireError(error: unknown, form: ErrorForm, requestId: string, wordHint?: (hint: string) => string) {
  const coded = codedError(error, requestId, wordHint);
  if (form === "coded") return { error: coded };
  const { hint } = coded.details;
  return { status: "error", error: coded.message, ...(hint === undefined ? {} : { hint }) };
}

/** The same as an agent reads it: a message may quote what is stored. */
export const shownError = (error: unknown, form: ErrorForm, { app, requestId }: OpenCall) =>
  neutralizeValue(app.redaction.value(wireError(error, form, requestId, nameTools)));

const maxEcho = 80;

/** A name that a client sent and that nothing has, for an error message: without secrets, and short. */
export function echoName(redact: (text: string) => string, name: string): string {
  const safe = redact(name);
  return safe.length > maxEcho ? `${safe.slice(0, maxEcho)}…` : safe;
}

export const traceOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
