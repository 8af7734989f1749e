import type { SearchFilter } from "../../../store/search/search-filter.js";
import type { KeywordMatch, SearchIndex } from "../../../store/search/search-index.js";
import type { ParsedQuery } from "../query/parse-query.js";
import { commonFrom } from "../query/weight-terms.js";
import type { WeightedTerm } from "../rank/score-keywords.js";

/** How many documents the words of one query may match: ranking them is the main cost of a keyword search. */
const readingBudget = 10_000;
/** Terms in at most this many documents are looked up separately, so that none of these is missed. */
export const rareUpTo = 20;

export interface CandidateRequest {
  readonly tenant: string;
  readonly query: ParsedQuery;
  readonly terms: readonly WeightedTerm[];
  readonly filter: SearchFilter;
  readonly size: number;
  readonly limit: number;
}

/**
 * Ids of documents that share distinctive words with the query, the most promising first. An incomplete word adds to
 * what the complete words find.
 */
export async function wordCandidates(index: SearchIndex, request: CandidateRequest): Promise<number[]> {
  const { terms } = request;
  const complete = terms.filter(({ isIncomplete }) => !isIncomplete);
  const isAlsoCompleteOnly = complete.length > 0 && terms.some((term) => term.isIncomplete && term.expandedDocFreq > 0);
  const docIds = isAlsoCompleteOnly ? await candidatesFor(index, { ...request, terms: complete }) : [];
  return [...new Set([...docIds, ...(await candidatesFor(index, request))])];
}

async function candidatesFor(index: SearchIndex, request: CandidateRequest): Promise<number[]> {
  const { tenant, query, terms, filter, size, limit } = request;
  const wordsQuery = (groups: string[][], expandedDocFreq: number, max = limit): KeywordMatch => ({
    ...{ groups, excluded: query.none, limit: max, expandedDocFreq },
  });
  const matchAll = (some: readonly WeightedTerm[]) => {
    const expandedDocFreq = Math.min(...some.map(expandedDocFreqOf));
    return index.match(tenant, {
      filter,
      ...wordsQuery(some.map(tokensFor), expandedDocFreq),
      isCommon: expandedDocFreq >= commonFrom(size),
    });
  };

  if (query.isVerbatim) return matchAll(terms.filter(({ isWhole }) => !isWhole));
  const distinctive = affordable(terms, size);
  const expandedDocFreq = distinctive.map(expandedDocFreqOf).reduce((sum, one) => sum + one, 0);
  const docIds = await index.matchEach(tenant, filter, [
    ...terms.filter(isRare).map(({ token }) => wordsQuery([[token]], rareUpTo, rareUpTo)),
    ...(distinctive.length > 0 ? [wordsQuery([distinctive.flatMap(tokensFor)], expandedDocFreq)] : []),
  ]);
  if (distinctive.length > 0) return [...new Set(docIds.flat())];
  // A document whose title equals the query is found however common its words are.
  const [titled, common] = await Promise.all([
    index.findByTitle(tenant, query.typed, filter, Math.ceil(limit / 2)),
    amongCommon(terms, limit, matchAll),
  ]);
  return [...new Set([...docIds.flat(), ...titled, ...common])].slice(0, limit);
}

/**
 * For common words only: documents that have all of them, then, dropping the most common word each time, those that have
 * some. Ranking all documents that have any of them would take long, so a single word is the last resort.
 */
async function amongCommon(
  terms: readonly WeightedTerm[],
  limit: number,
  matchAll: (some: readonly WeightedTerm[]) => Promise<number[]>,
): Promise<number[]> {
  const rarest = terms
    .filter(({ expandedDocFreq }) => expandedDocFreq > 0)
    .sort((a, b) => a.expandedDocFreq - b.expandedDocFreq)
    .slice(0, 6);
  const docIds = new Set<number>();
  for (let count = rarest.length; count > 1 && docIds.size < limit; count--) {
    const some = new Set(rarest.slice(0, count));
    // In the order of the query, as a title would have them.
    for (const docId of await matchAll(terms.filter((term) => some.has(term)))) docIds.add(docId);
  }
  return docIds.size > 0 ? [...docIds].slice(0, limit) : matchAll(rarest.slice(0, 1));
}

export const isRare = ({ docFreq, isPrefix }: WeightedTerm): boolean => !isPrefix && docFreq > 0 && docFreq <= rareUpTo;

const expandedDocFreqOf = ({ expandedDocFreq }: WeightedTerm): number => expandedDocFreq;

const tokensFor = ({ isPrefix, token, variants }: WeightedTerm): string[] =>
  isPrefix ? [`${token}*`] : [...variants.keys()];

/** The rarest terms that any document has, within the budget. */
function affordable(terms: readonly WeightedTerm[], size: number): WeightedTerm[] {
  const common = commonFrom(size);
  let spent = 0;
  return [...terms]
    .filter(({ expandedDocFreq }) => expandedDocFreq > 0 && expandedDocFreq < common)
    .sort((a, b) => a.expandedDocFreq - b.expandedDocFreq)
    .filter(({ expandedDocFreq }) => {
      spent += expandedDocFreq;
      return spent <= readingBudget || spent === expandedDocFreq;
    });
}
