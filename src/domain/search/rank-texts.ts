import { stemsOf } from "./words.js";

export interface Ranked<T> {
  readonly item: T;
  /** Share of the query's telling words that the text has, 0 to 1. */
  readonly score: number;
  /** How many words of the text match. */
  readonly matches: number;
}

/** Items whose text shares a word with the query, best first; ties keep the given order. Rare words count more. */
export function rankTexts<T>(query: string, items: readonly T[], textOf: (item: T) => string): Ranked<T>[] {
  const wanted = [...new Set(stemsOf(query))];
  const counted = items.map((item) => ({ item, counts: countStems(textOf(item), wanted) }));
  const weights = wanted.map((word) => rarity(counted.filter(({ counts }) => counts.has(word)).length, items.length));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  return counted
    .filter(({ counts }) => counts.size > 0)
    .map(({ item, counts }) => ({
      item,
      score: wanted.reduce((sum, word, i) => sum + (counts.has(word) ? (weights[i] ?? 0) : 0), 0) / whole,
      matches: [...counts.values()].reduce((sum, count) => sum + count, 0),
    }))
    .sort((a, b) => b.score - a.score || b.matches - a.matches);
}

const rarity = (found: number, of: number) => Math.log(1 + (of - found + 0.5) / (found + 0.5)) + 0.1;

function countStems(text: string, wanted: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  const set = new Set(wanted);
  for (const word of stemsOf(text)) if (set.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
