import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AhoCorasick, buildAhoCorasick } from "./aho-corasick.js";

function occurrences({ classes, table, shift, firstFinal, endings }: AhoCorasick, text: string): string[] {
  const matches: string[] = [];
  let state = 0;
  for (let i = 0; i < text.length; i++) {
    state = table[(state << shift) | (classes[text.charCodeAt(i)] ?? 0)] ?? 0;
    if (state >= firstFinal) for (const word of endings[state - firstFinal] ?? []) matches.push(`${word}@${i + 1}`);
  }
  return matches.sort();
}

function occurrencesOneByOne(words: readonly string[], text: string): string[] {
  const lower = text.toLowerCase();
  const matches: string[] = [];
  words.forEach((word, index) => {
    for (let end = word.length; end <= text.length; end++)
      if (lower.endsWith(word, end)) matches.push(`${index}@${end}`);
  });
  return matches.sort();
}

describe("buildAhoCorasick", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b", "c", "-"), minLength: 1, maxLength: 5 });

  it("finds every word at every position, overlapping ones too, regardless of case", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(letters, { minLength: 1, maxLength: 8 }),
        fc.string({ unit: fc.constantFrom("a", "B", "c", "A", "-", "é", "x"), maxLength: 40 }),
        (words, text) => {
          expect(occurrences(buildAhoCorasick(words), text)).toEqual(occurrencesOneByOne(words, text));
        },
      ),
    );
  });
});
