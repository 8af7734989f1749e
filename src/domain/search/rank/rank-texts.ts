import { idfOf } from "../../../base/text/bm25.js";
import { searchDocument } from "../../../store/search/search-document.js";
import { parseQuery } from "../query/parse-query.js";
import { knownVariants } from "../query/weight-terms.js";
import { fuse } from "./fuse.js";
import { averageLengthOf, createTermScan, hasToken, scanDocument, scoreKeywords } from "./score-keywords.js";

interface RankedText<T> {
  readonly item: T;
  /** Relevance, 0 to 1. */
  readonly score: number;
  /** How many words of the text match. */
  readonly matches: number;
}

/** Keyword ranking of a few texts in memory, without an index. Best first; ties keep the order of `items`. */
export function rankTexts<T>(query: string, items: readonly T[], textOf: (item: T) => string): RankedText<T>[] {
  // Texts have no time, so words such as "last week" are ordinary words here.
  const parsed = parseQuery(query, undefined);
  const terms = parsed.terms.map((term) => ({ ...term, variants: knownVariants(term) }));
  const scan = createTermScan(terms, parsed.none);
  const texts = items.map((item) => {
    const fields = { id: "", kind: "", project: "", source: "", at: "", body: textOf(item) };
    const document = searchDocument(fields);
    return { item, document, words: scanDocument(document, scan), similarity: undefined };
  });
  const tokenSets = texts.map(({ words }) => new Set(words.tokenMatches.map(({ token }) => token)));
  const weighted = terms
    .map((term) => {
      const docFreq = tokenSets.filter((tokens) => tokens.has(term.token)).length;
      return { ...term, docFreq, expandedDocFreq: docFreq, idf: idfOf(docFreq, texts.length) };
    })
    .filter(({ docFreq, isWhole }) => docFreq > 0 || !isWhole);
  const statistics = { averageLength: averageLengthOf(texts), query: parsed };
  const matching = texts
    .filter(({ words }) => !hasToken(words, parsed.none))
    .map((text) => ({ ...text, keyword: scoreKeywords(text.document, text.words, weighted, statistics) }))
    .filter(({ keyword }) => keyword.matches > 0);
  return fuse(matching, texts.length)
    .map(({ relevance, sum }, i) => ({ ...(matching[i] as (typeof matching)[number]), relevance, sum }))
    .sort((a, b) => b.sum - a.sum || b.keyword.matches - a.keyword.matches)
    .map(({ item, relevance, keyword }) => ({ item, score: relevance, matches: keyword.matches }));
}
