import { entropy } from "../heuristics/entropy.js";
import { isDummyBase64, isPlaceholder } from "../heuristics/is-placeholder.js";
import { isPublicValue } from "../heuristics/is-public-value.js";
import { looksRandom } from "../heuristics/looks-random.js";
import { isNonSecretName } from "../heuristics/non-secret-names.js";
import { nameAround, type Site } from "../scan/assignment-site.js";
import { literalEnd } from "../scan/literal-end.js";
import type { Scan } from "../scan/scan.js";

const minLength = 20;
const maxLength = 256;
const minEntropy = 3.5;

/** A quoted secret with signs that keys and tokens do not have, such as those frameworks draw for signing. */
export function readSignedSecret(scan: Scan, site: Site): void {
  if (site.quote === 0) return;
  const { text } = scan;
  const start = site.valueStart;
  const end = literalEnd(text, start, site.quote, maxLength);
  scan.steps += Math.max(0, end - start);
  if (end - start < minLength || !looksRandom(text, start, end) || entropy(text, start, end) < minEntropy) return;
  const value = text.slice(start, end);
  if (!/[!#$%^&*+@=~]/.test(value) || /[\s(){}<>,;[\]]|:\/\/|^[./]/.test(value) || isPlaceholder(value)) return;
  if (isDummyBase64(value) || isPublicValue(value)) return;
  if (!isNonSecretName(nameAround(text, site))) scan.report("generic-api-key", start, end);
}
