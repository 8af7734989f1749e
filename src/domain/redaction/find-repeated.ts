import { type Finding, isVague } from "./finding.js";
import { hasLongRuns, isUnreadable, looksRandom } from "./heuristics/looks-random.js";
import { isIn, wordBit } from "./scan/alphabets.js";

const minLength = 12;
const maxLength = 512;
/** Shorter letters may be the name of something. */
const minLettersLength = 20;
/** Each value costs one search of the text. */
const maxValues = 32;

/**
 * Further occurrences of values that were found by their name: a token that a log line assigns is often repeated
 * without a name. One mistake would be repeated too, so only values count that no one writes for another reason:
 * without words or long numbers, and named as a secret rather than as the key of something.
 */
export function findRepeated(text: string, findings: readonly Finding[]): Finding[] {
  const rules = new Map<string, string>();
  for (const finding of findings) {
    if (rules.size >= maxValues) break;
    const value = text.slice(finding.start, finding.end);
    if (!rules.has(value) && isUnmistakable(text, finding)) rules.set(value, finding.rule);
  }
  return [...rules].flatMap(([value, rule]) =>
    occurrences(text, value).map((start) => ({ rule, start, end: start + value.length })),
  );
}

function isUnmistakable(text: string, { rule, start, end }: Finding): boolean {
  if (end - start < minLength || end - start > maxLength) return false;
  const value = text.slice(start, end);
  if (value.length < minLettersLength && !/\d/.test(value)) return false;
  const hasNoWords = isUnreadable(text, start, end);
  if (!hasNoWords && (!looksRandom(text, start, end) || hasLongRuns(value))) return false;
  return !isVague(rule) || namesSecret.test(text.slice(Math.max(0, start - nameDistance), start));
}

const nameDistance = 64;
/** A key may also be that of a row, a commit or a lock. */
const namesSecret =
  /passw|passphrase|pwd|secret|token|credential|(?:api|access|auth|private|encryption|signing)[-_ ]?key/i;

function occurrences(text: string, value: string): number[] {
  const starts: number[] = [];
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length)) {
    if (!isIn(text.charCodeAt(at - 1), wordBit) && !isIn(text.charCodeAt(at + value.length), wordBit)) starts.push(at);
  }
  return starts;
}
