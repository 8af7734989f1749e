import type { Log } from "../../base/log.js";
import type { Redactor } from "./redact.js";
import { redactRecord, redactValue } from "./redact-value.js";
import { removePrivate } from "./remove-private.js";

/** The one gateway that everything stored and everything answered passes. */
export interface Redaction {
  text(text: string): string;
  /** A record of ours: its identifiers are secrets only when they have the pattern of a token. */
  value<T>(value: T): T;
  /** Content of unknown origin. */
  content<T>(value: T): T;
}

/** The log names the rule that found something, never the value. */
export function createRedaction(redactor: Redactor, log: Log): Redaction {
  const reporting: Redactor = {
    redact(text, origin) {
      const redaction = redactor.redact(removePrivate(text), origin);
      for (const { rule } of redaction.findings) log.info("secret.redacted", { rule });
      return redaction;
    },
  };
  return {
    text: (text) => reporting.redact(text).text,
    value: (value) => redactRecord(value, reporting),
    content: (value) => redactValue(value, reporting),
  };
}
