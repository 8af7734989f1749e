import { isIn } from "./alphabets.js";
import type { TokenPattern } from "./parse-token-pattern.js";

/**
 * The end of the pattern that begins at `start`, or -1. Runs are possessive (no backtracking),
 * so the work is at most the length of what is matched.
 */
export function matchTokenPattern(text: string, start: number, pattern: TokenPattern, anyCase: boolean): number {
  let at = start;
  for (const part of pattern) {
    const end =
      part.kind === "run"
        ? runEnd(text, at, part.bit, part.min, part.max)
        : choiceEnd(text, at, part.choices, part.optional, anyCase);
    if (end < 0) return -1;
    at = end;
  }
  return at;
}

function runEnd(text: string, start: number, bit: number, min: number, max: number): number {
  const limit = Math.min(text.length, start + max);
  let at = start;
  while (at < limit && isIn(text.charCodeAt(at), bit)) at++;
  return at - start < min ? -1 : at;
}

function choiceEnd(text: string, at: number, choices: readonly string[], optional: boolean, anyCase: boolean): number {
  for (const choice of choices) {
    if (startsWithAt(text, at, choice, anyCase)) return at + choice.length;
  }
  return optional ? at : -1;
}

export function startsWithAt(text: string, at: number, word: string, anyCase: boolean): boolean {
  if (!anyCase) return text.startsWith(word, at);
  if (at + word.length > text.length) return false;
  for (let i = 0; i < word.length; i++) {
    if (toLowerCode(text.charCodeAt(at + i)) !== toLowerCode(word.charCodeAt(i))) return false;
  }
  return true;
}

/** ASCII only: a K that is a Kelvin sign is no k of a token. */
export function toLowerCode(code: number): number {
  return code >= 65 && code <= 90 ? code | 32 : code;
}
