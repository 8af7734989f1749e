import type { SearchFilter } from "../../store/search/search-filter.js";
import type { SearchIndex } from "../../store/search/search-index.js";
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

/** Numbers of documents that share telling words with the query, the most promising first. */
export async function wordCandidates(index: SearchIndex, request: CandidateRequest): Promise<number[]> {
  const { tenant, query, terms, filter, size, limit } = request;
  const match = (groups: string[][], touched: number, most = limit) =>
    index.match(tenant, { groups, none: query.none, filter, limit: most, touched });
  const all = (some: readonly WeighedTerm[]) => match(some.map(tokensFor), Math.min(...some.map(documentsOf)));

  if (query.isVerbatim) return all(terms.filter(({ isWhole }) => !isWhole));
  const telling = affordable(terms, size);
  const any =
    telling.length > 0
      ? await match(
          [telling.flatMap(tokensFor)],
          telling.map(documentsOf).reduce((sum, one) => sum + one, 0),
        )
      : await all(terms.slice(0, 6));
  const rare: number[] = [];
  for (const term of terms) if (isRare(term)) rare.push(...(await match([[term.token]], rareUpTo, rareUpTo)));
  return [...new Set([...rare, ...any])];
}

export const isRare = ({ documents, isPrefix }: WeighedTerm): boolean =>
  !isPrefix && documents > 0 && documents <= rareUpTo;

const documentsOf = ({ documents }: WeighedTerm): number => documents;

const tokensFor = ({ isPrefix, token, variants }: WeighedTerm): string[] =>
  isPrefix ? [`${token}*`] : [...variants.keys()];

/** The rarest terms, as many as the budget pays for. */
function affordable(terms: readonly WeighedTerm[], size: number): WeighedTerm[] {
  const common = commonFrom(size);
  let spent = 0;
  return [...terms]
    .filter(({ documents }) => documents < common)
    .sort((a, b) => a.documents - b.documents)
    .filter(({ documents }) => {
      spent += documents;
      return spent <= readingBudget || spent === documents;
    });
}
