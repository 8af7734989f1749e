import { idfOf } from "../../../base/text/bm25.js";
import { searchDocument } from "../../../store/search/search-document.js";
import { parseQuery, type QueryTerm } from "../query/parse-query.js";
import { synonymWeight } from "../query/weight-terms.js";
import { type Evidence, fuse } from "./fuse.js";
import {
  createTermScan,
  type ScannedDocument,
  scanDocument,
  scoreKeywords,
  type WeightedTerm,
} from "./score-keywords.js";

export interface RankedText<T> {
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
  const { none } = parsed;
  const terms = parsed.terms.map(withVariants);
  const scan = createTermScan(terms, none);
  const texts = items
    .map((item) => plainDocument(textOf(item)))
    .map((document) => ({ document, words: scanDocument(document, scan) }));
  const weighted = weightInMemory(
    terms,
    texts.map(({ words }) => words),
  );
  const averageLength = texts.reduce((sum, { words }) => sum + words.length, 0) / Math.max(1, texts.length);
  const scored = texts.map(({ document, words }, i) => ({
    item: items[i] as T,
    document,
    isExcluded: hasToken(words, none),
    words: scoreKeywords(document, words, weighted, { averageLength, query: parsed }),
  }));
  const matching = scored.filter(({ words, isExcluded }) => words.matches > 0 && !isExcluded);
  const evidences = fuse(
    matching.map(({ document, words }) => ({ document, keyword: words, similarity: undefined })),
    texts.length,
  );
  return matching
    .map(({ item, words }, i) => ({ ...(evidences[i] as Evidence), item, matches: words.matches }))
    .sort((a, b) => b.sum - a.sum || b.matches - a.matches)
    .map(({ item, relevance, matches }) => ({ item, score: relevance, matches }));
}

const plainDocument = (body: string) => searchDocument({ id: "", kind: "", project: "", source: "", at: "", body });

const hasToken = ({ tokenMatches }: ScannedDocument, tokens: readonly string[]) =>
  tokenMatches.some(({ token }) => tokens.includes(token));

const withVariants = (term: QueryTerm) => ({
  ...term,
  variants: new Map([[term.token, 1], ...term.synonyms.map((token): [string, number] => [token, synonymWeight])]),
});

function weightInMemory(
  terms: readonly ReturnType<typeof withVariants>[],
  texts: readonly ScannedDocument[],
): WeightedTerm[] {
  const sets = texts.map(({ tokenMatches }) => new Set(tokenMatches.map(({ token }) => token)));
  return terms
    .map((term) => {
      const docFreq = sets.filter((tokens) => tokens.has(term.token)).length;
      return { ...term, docFreq, expandedDocFreq: docFreq, idf: idfOf(docFreq, texts.length) };
    })
    .filter(({ docFreq, isWhole }) => docFreq > 0 || !isWhole);
}
