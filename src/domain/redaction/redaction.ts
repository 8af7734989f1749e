import type { Log } from "../../base/log.js";
import type { Redactor } from "./redact.js";
import { redactValue } from "./redact-value.js";
import { removePrivate } from "./remove-private.js";

/** The one gateway that everything stored and everything answered passes. */
export interface Redaction {
  text(text: string): string;
  value<T>(value: T): T;
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
    value: (value) => redactValue(value, reporting),
  };
}
