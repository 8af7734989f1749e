import type { SearchFilter } from "../../../store/search/search-filter.js";
import type { SearchIndex, WordsAsked } from "../../../store/search/search-index.js";
import type { ParsedQuery } from "../query/parse-query.js";
import { commonFrom } from "../query/weight-terms.js";
import type { WeightedTerm } from "../rank/score-keywords.js";

/** How many documents the words of one query may touch: ranking them is what a search by words costs. */
const readingBudget = 10_000;
/** A term in so few documents is looked up by itself: none of them may be lost. */
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
 * Numbers of documents that share telling words with the query, the most promising first. What the words before an
 * unfinished one find stays.
 */
export async function wordCandidates(index: SearchIndex, request: CandidateRequest): Promise<number[]> {
  const { terms } = request;
  const finished = terms.filter(({ isIncomplete }) => !isIncomplete);
  const isInTheWay = finished.length > 0 && terms.some((term) => term.isIncomplete && term.expandedDocFreq > 0);
  const found = isInTheWay ? await candidatesFor(index, { ...request, terms: finished }) : [];
  return [...new Set([...found, ...(await candidatesFor(index, request))])];
}

async function candidatesFor(index: SearchIndex, request: CandidateRequest): Promise<number[]> {
  const { tenant, query, terms, filter, size, limit } = request;
  const asked = (groups: string[][], expandedDocFreq: number, max = limit): WordsAsked => ({
    ...{ groups, none: query.none, limit: max, expandedDocFreq },
  });
  const all = (some: readonly WeightedTerm[]) => {
    const expandedDocFreq = Math.min(...some.map(touchedBy));
    return index.match(tenant, {
      filter,
      ...asked(some.map(tokensFor), expandedDocFreq),
      isCommon: expandedDocFreq >= commonFrom(size),
    });
  };

  if (query.isVerbatim) return all(terms.filter(({ isWhole }) => !isWhole));
  const telling = affordable(terms, size);
  const expandedDocFreq = telling.map(touchedBy).reduce((sum, one) => sum + one, 0);
  const found = await index.matchEach(tenant, filter, [
    ...terms.filter(isRare).map(({ token }) => asked([[token]], rareUpTo, rareUpTo)),
    ...(telling.length > 0 ? [asked([telling.flatMap(tokensFor)], expandedDocFreq)] : []),
  ]);
  if (telling.length > 0) return [...new Set(found.flat())];
  // A title that is just what was asked is found however common its words are.
  const [findByTitle, common] = await Promise.all([
    index.findByTitle(tenant, query.typed, filter, Math.ceil(limit / 2)),
    amongCommon(terms, limit, all),
  ]);
  return [...new Set([...found.flat(), ...findByTitle, ...common])].slice(0, limit);
}

/**
 * Only common words: documents that have all of them, then, giving up the most common word each time, those that have
 * some. Ranking all documents that have any of them would take long, so a single word is the last resort.
 */
async function amongCommon(
  terms: readonly WeightedTerm[],
  limit: number,
  all: (some: readonly WeightedTerm[]) => Promise<number[]>,
): Promise<number[]> {
  const rarest = terms
    .filter(({ expandedDocFreq }) => expandedDocFreq > 0)
    .sort((a, b) => a.expandedDocFreq - b.expandedDocFreq)
    .slice(0, 6);
  const found = new Set<number>();
  for (let count = rarest.length; count > 1 && found.size < limit; count--) {
    const some = new Set(rarest.slice(0, count));
    // In the order in which they were asked: a title has them so.
    for (const docId of await all(terms.filter((term) => some.has(term)))) found.add(docId);
  }
  return found.size > 0 ? [...found].slice(0, limit) : all(rarest.slice(0, 1));
}

export const isRare = ({ docFreq: documents, isPrefix }: WeightedTerm): boolean =>
  !isPrefix && documents > 0 && documents <= rareUpTo;

const touchedBy = ({ expandedDocFreq }: WeightedTerm): number => expandedDocFreq;

const tokensFor = ({ isPrefix, token, variants }: WeightedTerm): string[] =>
  isPrefix ? [`${token}*`] : [...variants.keys()];

/** The rarest terms that any document has, as many as the budget pays for. */
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
