import type { Log } from "../../base/log.js";
import type { Redactor } from "./redact.js";
import { redactRecord, redactValue } from "./redact-value.js";
import { removePrivate } from "./remove-private.js";

/** The gateway that everything stored and everything answered passes. */
export interface RedactionGateway {
  text(text: string): string;
  /** Whether a rule finds something; text marked as private is no secret. */
  hasSecret(text: string): boolean;
  /** One of our records: an identifier counts as a secret only if it has the pattern of a token. */
  value<T>(value: T): T;
  /** Content of unknown origin. */
  content<T>(value: T): T;
}

/** Logs the rule of each finding, never the value. */
export function createRedactionGateway(redactor: Redactor, log: Log): RedactionGateway {
  const reporting: Redactor = {
    redact(text, origin) {
      const redaction = redactor.redact(removePrivate(text), origin);
      for (const { rule } of redaction.findings) log.info("secret.redacted", { rule });
      return redaction;
    },
  };
  return {
    text: (text) => reporting.redact(text).text,
    hasSecret: (text) => redactor.redact(removePrivate(text)).findings.length > 0,
    value: (value) => redactRecord(value, reporting),
    content: (value) => redactValue(value, reporting),
  };
}
