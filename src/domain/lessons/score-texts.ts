import { idfOf, lengthNorm, saturate } from "../../base/text/bm25.js";
import { tokensOf } from "../../base/text/tokens.js";

/** BM25 of a query over a few texts in memory, in their order. */
export function bm25Among(texts: readonly string[], query: string): number[] {
  const counts = texts.map((text) => countTokens(text));
  const docFreq = new Map<string, number>();
  for (const { byToken } of counts)
    for (const token of byToken.keys()) docFreq.set(token, (docFreq.get(token) ?? 0) + 1);
  const averageLength = counts.reduce((sum, { length }) => sum + length, 0) / Math.max(1, counts.length);
  const idf = (token: string) => idfOf(docFreq.get(token) ?? 0, texts.length);
  const terms = [...new Set(tokensOf(query))].filter((token) => docFreq.has(token));
  return counts.map(({ byToken, length }) => {
    const norm = lengthNorm(length, averageLength);
    return terms.reduce((sum, token) => sum + idf(token) * saturate(byToken.get(token) ?? 0, norm), 0);
  });
}

function countTokens(text: string): { byToken: Map<string, number>; length: number } {
  const byToken = new Map<string, number>();
  const tokens = tokensOf(text);
  for (const token of tokens) byToken.set(token, (byToken.get(token) ?? 0) + 1);
  return { byToken, length: tokens.length };
}
