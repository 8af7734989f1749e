import { idfOf, lengthNorm, saturate } from "../../base/text/bm25.js";
import { countEach } from "../../base/text/count-each.js";
import { tokensOf } from "../../base/text/tokens.js";

/** BM25 of a query over a few texts in memory, in their order. */
export function bm25Among(texts: readonly string[], query: string): number[] {
  const lists = texts.map((text) => tokensOf(text));
  const counts = lists.map((tokens) => countEach(tokens));
  const docFreq = countEach(counts.flatMap((byToken) => [...byToken.keys()]));
  const averageLength = lists.reduce((sum, { length }) => sum + length, 0) / Math.max(1, lists.length);
  const idf = (token: string) => idfOf(docFreq.get(token) ?? 0, texts.length);
  const terms = [...new Set(tokensOf(query))].filter((token) => docFreq.has(token));
  return counts.map((byToken, i) => {
    const norm = lengthNorm(lists[i]?.length ?? 0, averageLength);
    return terms.reduce((sum, token) => sum + idf(token) * saturate(byToken.get(token) ?? 0, norm), 0);
  });
}

/** The same as shares of the best one. */
export function bm25Shares(texts: readonly string[], query: string): number[] {
  const scores = bm25Among(texts, query);
  const best = Math.max(...scores, Number.MIN_VALUE);
  return scores.map((score) => score / best);
}
