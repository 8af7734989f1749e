import type { SearchFilter } from "../../store/search/search-filter.js";
import type { SearchIndex, WordsAsked } from "../../store/search/search-index.js";
import type { ParsedQuery } from "./parse-query.js";
import type { WeighedTerm } from "./score-words.js";
import { commonFrom } from "./weigh-terms.js";

/** How many documents the words of one query may touch: ranking them is what a search by words costs. */
const readingBudget = 10_000;
/** A term in so few documents is looked up by itself: none of them may be lost. */
export const rareUpTo = 20;

export interface CandidateRequest {
  readonly tenant: string;
  readonly query: ParsedQuery;
  readonly terms: readonly WeighedTerm[];
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
  const finished = terms.filter(({ isUnfinished }) => !isUnfinished);
  const isInTheWay = finished.length > 0 && terms.some((term) => term.isUnfinished && term.touched > 0);
  const found = isInTheWay ? await candidatesFor(index, { ...request, terms: finished }) : [];
  return [...new Set([...found, ...(await candidatesFor(index, request))])];
}

async function candidatesFor(index: SearchIndex, request: CandidateRequest): Promise<number[]> {
  const { tenant, query, terms, filter, size, limit } = request;
  const asked = (groups: string[][], touched: number, max = limit): WordsAsked => ({
    ...{ groups, none: query.none, limit: max, touched },
  });
  const all = (some: readonly WeighedTerm[]) => {
    const touched = Math.min(...some.map(touchedBy));
    return index.match(tenant, {
      filter,
      ...asked(some.map(tokensFor), touched),
      isCommon: touched >= commonFrom(size),
    });
  };

  if (query.isVerbatim) return all(terms.filter(({ isWhole }) => !isWhole));
  const telling = affordable(terms, size);
  const touched = telling.map(touchedBy).reduce((sum, one) => sum + one, 0);
  const found = await index.matchEach(tenant, filter, [
    ...terms.filter(isRare).map(({ token }) => asked([[token]], rareUpTo, rareUpTo)),
    ...(telling.length > 0 ? [asked([telling.flatMap(tokensFor)], touched)] : []),
  ]);
  if (telling.length > 0) return [...new Set(found.flat())];
  // A title that is just what was asked is found however common its words are.
  const [titled, common] = await Promise.all([
    index.titled(tenant, query.typed, filter, Math.ceil(limit / 2)),
    amongCommon(terms, limit, all),
  ]);
  return [...new Set([...found.flat(), ...titled, ...common])].slice(0, limit);
}

/**
 * Only common words: documents that have all of them, then, giving up the most common word each time, those that have
 * some. Ranking all documents that have any of them would take long, so a single word is the last resort.
 */
async function amongCommon(
  terms: readonly WeighedTerm[],
  limit: number,
  all: (some: readonly WeighedTerm[]) => Promise<number[]>,
): Promise<number[]> {
  const rarest = terms
    .filter(({ touched }) => touched > 0)
    .sort((a, b) => a.touched - b.touched)
    .slice(0, 6);
  const found = new Set<number>();
  for (let count = rarest.length; count > 1 && found.size < limit; count--) {
    const some = new Set(rarest.slice(0, count));
    // In the order in which they were asked: a title has them so.
    for (const nr of await all(terms.filter((term) => some.has(term)))) found.add(nr);
  }
  return found.size > 0 ? [...found].slice(0, limit) : all(rarest.slice(0, 1));
}

export const isRare = ({ documents, isPrefix }: WeighedTerm): boolean =>
  !isPrefix && documents > 0 && documents <= rareUpTo;

const touchedBy = ({ touched }: WeighedTerm): number => touched;

const tokensFor = ({ isPrefix, token, variants }: WeighedTerm): string[] =>
  isPrefix ? [`${token}*`] : [...variants.keys()];

/** The rarest terms that any document has, as many as the budget pays for. */
function affordable(terms: readonly WeighedTerm[], size: number): WeighedTerm[] {
  const common = commonFrom(size);
  let spent = 0;
  return [...terms]
    .filter(({ touched }) => touched > 0 && touched < common)
    .sort((a, b) => a.touched - b.touched)
    .filter(({ touched }) => {
      spent += touched;
      return spent <= readingBudget || spent === touched;
    });
}
