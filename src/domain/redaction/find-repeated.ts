import type { Finding } from "./finding.js";
import { isUnreadable, looksRandom } from "./heuristics/looks-random.js";
import { isIn, wordBit } from "./scan/alphabets.js";

const minLength = 12;
/** Each value costs one search of the text. */
const maxValues = 32;

/**
 * Further occurrences of values that were found by their name: a token that a log line assigns is often repeated
 * without a name. Only values that look random count, because words are repeated for other reasons.
 */
export function findRepeated(text: string, findings: readonly Finding[]): Finding[] {
  const rules = new Map<string, string>();
  for (const { rule, start, end } of findings) {
    if (rules.size >= maxValues) break;
    const isUsable = end - start >= minLength && end - start <= 512;
    if (isUsable && (looksRandom(text, start, end) || isUnreadable(text, start, end)))
      rules.set(text.slice(start, end), rule);
  }
  return [...rules].flatMap(([value, rule]) =>
    occurrences(text, value).map((start) => ({ rule, start, end: start + value.length })),
  );
}

function occurrences(text: string, value: string): number[] {
  const starts: number[] = [];
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length)) {
    if (!isIn(text.charCodeAt(at - 1), wordBit) && !isIn(text.charCodeAt(at + value.length), wordBit)) starts.push(at);
  }
  return starts;
}
