import { sha256 } from "../../base/sha256.js";
import { removePrivate } from "../redaction/remove-private.js";

type Redact = (text: string) => string;

/**
 * Results by the digest of a text, so that no text stays in memory: the inbox is counted again after every change, and
 * most shared files stay as they are.
 */
const results = new WeakMap<Redact, Map<string, boolean>>();
const maxTexts = 2000;

/** Whether a text contains a secret. `redact` must always give the same result for a text. */
export function hasSecret(redact: Redact, text: string): boolean {
  const known = results.get(redact) ?? new Map<string, boolean>();
  results.set(redact, known);
  const digest = sha256(text);
  const result = known.get(digest) ?? redact(text) !== removePrivate(text);
  if (known.size >= maxTexts) known.clear();
  known.set(digest, result);
  return result;
}
