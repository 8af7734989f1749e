import type { SearchFilter } from "../../../store/search/search-filter.js";
import type { KeywordMatch, KnownDocuments, SearchIndex } from "../../../store/search/search-index.js";
import type { ParsedQuery } from "../query/parse-query.js";
import { commonDocFreq } from "../query/weight-terms.js";
import type { WeightedTerm } from "../rank/score-keywords.js";

export interface KeywordRequest {
  readonly tenant: string;
  readonly query: ParsedQuery;
  readonly terms: readonly WeightedTerm[];
  readonly filter: SearchFilter;
  readonly size: number;
  /** Candidates per list. */
  readonly depth: number;
  /** Keyword candidates, where that differs. */
  readonly keywordDepth?: number;
  /** How many documents the words may match. Default: enough for a question. */
  readonly maxDocuments?: number | undefined;
}

/** How many documents the words of one query may match: ranking them is the main cost of a keyword search. */
const maxMatchedDocuments = 10_000;
/** Terms in at most this many documents are looked up separately, so that none of these is missed. */
const maxRareDocFreq = 20;

/**
 * Ids of documents that share distinctive words with the query, most promising first. An incomplete word adds to
 * what the complete words find.
 */
export async function findKeywordCandidates(
  index: SearchIndex,
  request: KeywordRequest,
  known: KnownDocuments,
): Promise<number[]> {
  const { terms } = request;
  const complete = terms.filter(({ isIncomplete }) => !isIncomplete);
  const isAlsoCompleteOnly = complete.length > 0 && terms.some((term) => term.isIncomplete && term.expandedDocFreq > 0);
  const docIds = isAlsoCompleteOnly ? await candidatesFor(index, { ...request, terms: complete }, known) : [];
  return [...new Set([...docIds, ...(await candidatesFor(index, request, known))])];
}

async function candidatesFor(index: SearchIndex, request: KeywordRequest, known: KnownDocuments): Promise<number[]> {
  const { tenant, query, terms, filter, size, maxDocuments = maxMatchedDocuments } = request;
  const limit = request.keywordDepth ?? request.depth;
  const wordsQuery = (groups: string[][], expandedDocFreq: number, max = limit): KeywordMatch => ({
    groups,
    excluded: query.none,
    limit: max,
    expandedDocFreq,
  });
  const matchAll = (subset: readonly WeightedTerm[]) => {
    const expandedDocFreq = Math.min(...subset.map((term) => term.expandedDocFreq));
    const isCommon = expandedDocFreq >= commonDocFreq(size);
    return index.match(tenant, { filter, ...wordsQuery(subset.map(tokensFor), expandedDocFreq), isCommon }, known);
  };

  if (query.isVerbatim) return matchAll(terms.filter(({ isWhole }) => !isWhole));
  const distinctive = selectWithinBudget(terms, size, maxDocuments);
  const expandedDocFreq = distinctive.reduce((sum, term) => sum + term.expandedDocFreq, 0);
  const queries = [
    ...terms.filter(isRare).map(({ token }) => wordsQuery([[token]], maxRareDocFreq, maxRareDocFreq)),
    ...(distinctive.length > 0 ? [wordsQuery([distinctive.flatMap(tokensFor)], expandedDocFreq)] : []),
  ];
  const docIds = await index.matchEach(tenant, filter, queries, known);
  if (distinctive.length > 0) return [...new Set(docIds.flat())];
  // A document whose title equals the query is found however common its words are.
  const [titleMatches, common] = await Promise.all([
    index.findByTitle(tenant, query.typed, filter, Math.ceil(limit / 2)),
    matchCommonTerms(terms, limit, matchAll),
  ]);
  return [...new Set([...docIds.flat(), ...titleMatches, ...common])].slice(0, limit);
}

/**
 * For common words only: documents that have all of them, then, dropping the most common word each time, those that have
 * some. Ranking all documents that have any of them would take long, so a single word is the last resort.
 */
async function matchCommonTerms(
  terms: readonly WeightedTerm[],
  limit: number,
  matchAll: (subset: readonly WeightedTerm[]) => Promise<number[]>,
): Promise<number[]> {
  const rarest = terms
    .filter(({ expandedDocFreq }) => expandedDocFreq > 0)
    .sort((a, b) => a.expandedDocFreq - b.expandedDocFreq)
    .slice(0, 6);
  const docIds = new Set<number>();
  for (let count = rarest.length; count > 1 && docIds.size < limit; count--) {
    const subset = new Set(rarest.slice(0, count));
    // In the order of the query, as a title would have them.
    for (const docId of await matchAll(terms.filter((term) => subset.has(term)))) docIds.add(docId);
  }
  return docIds.size > 0 ? [...docIds].slice(0, limit) : matchAll(rarest.slice(0, 1));
}

const isRare = ({ docFreq, isPrefix, isPlain }: WeightedTerm): boolean =>
  !isPrefix && !isPlain && docFreq > 0 && docFreq <= maxRareDocFreq;

const tokensFor = ({ isPrefix, token, variants }: WeightedTerm): string[] =>
  isPrefix ? [`${token}*`] : [...variants.keys()];

/** The rarest terms that any document has, within the budget. */
function selectWithinBudget(terms: readonly WeightedTerm[], size: number, maxDocuments: number): WeightedTerm[] {
  const common = commonDocFreq(size);
  let matchedDocuments = 0;
  return terms
    .filter(({ expandedDocFreq }) => expandedDocFreq > 0 && expandedDocFreq < common)
    .sort((a, b) => a.expandedDocFreq - b.expandedDocFreq)
    .filter(({ expandedDocFreq }) => {
      matchedDocuments += expandedDocFreq;
      return matchedDocuments <= maxDocuments || matchedDocuments === expandedDocFreq;
    });
}
