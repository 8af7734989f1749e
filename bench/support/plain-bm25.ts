import { idfOf, lengthNorm, saturate } from "../../src/base/text/bm25.js";
import { tokensOf } from "../../src/base/text/tokens.js";

export interface PlainText {
  /** Texts with the same name are parts of one file: the best part counts. */
  readonly name: string;
  readonly text: string;
}

/** Ranks names by plain BM25 over their texts, as a baseline: the same tokens as in the index, nothing else. */
export function createPlainBm25(texts: readonly PlainText[]): (query: string) => string[] {
  const names = texts.map(({ name }) => name);
  const lengths: number[] = [];
  const postings = new Map<string, { readonly docs: number[]; readonly counts: number[] }>();
  for (const [doc, { text }] of texts.entries()) {
    const tokens = tokensOf(text);
    lengths.push(tokens.length);
    const counts = new Map<string, number>();
    for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
    for (const [token, count] of counts) {
      const list = postings.get(token) ?? { docs: [], counts: [] };
      if (list.docs.length === 0) postings.set(token, list);
      list.docs.push(doc);
      list.counts.push(count);
    }
  }
  const averageLength = lengths.reduce((sum, one) => sum + one, 0) / Math.max(1, lengths.length);
  return (query) => {
    const scores = new Map<number, number>();
    for (const token of new Set(tokensOf(query))) {
      const { docs, counts } = postings.get(token) ?? { docs: [], counts: [] };
      const idf = idfOf(docs.length, texts.length);
      for (const [i, doc] of docs.entries()) {
        const score = idf * saturate(counts[i] ?? 0, lengthNorm(lengths[doc] ?? 0, averageLength));
        scores.set(doc, (scores.get(doc) ?? 0) + score);
      }
    }
    const ranked = [...scores].sort(([a, x], [b, y]) => y - x || a - b).map(([doc]) => names[doc] ?? "");
    return [...new Set(ranked)];
  };
}
