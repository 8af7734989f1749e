import { idfOf } from "../../../base/text/bm25.js";
import { editDistance } from "../../../base/text/edit-distance.js";
import type { SearchIndex } from "../../../store/search/search-index.js";
import type { WeightedTerm } from "../rank/score-keywords.js";
import { maxShortLength, type QueryTerm } from "./parse-query.js";

const synonymWeight = 0.4;
const partialWeight = 0.7;
const typoWeight = 0.7;
/** Completions of an incomplete word; the shortest are the most likely. */
const completionWeight = 0.9;
const maxCompletions = 12;
/** Words in more than this share of the documents distinguish little and cost most. */
const commonShare = 0.05;
const exactBelow = 2000;

/** Beyond this many documents a word counts as common, and counting stops. */
export const commonDocFreq = (size: number): number => Math.max(exactBelow, Math.ceil(size * commonShare)) + 1;

/** Looks up the document frequency of each term, and corrections for terms that no document has. */
export async function weightTerms(
  index: SearchIndex,
  tenant: string,
  terms: readonly QueryTerm[],
  size: number,
): Promise<WeightedTerm[]> {
  const docFreqs = await index.frequencies(tenant, terms.map(indexToken), commonDocFreq(size));
  // Concurrently, so that a database server answers them in one batch.
  const hasNoCompleteTerm = terms.every(({ isIncomplete }) => isIncomplete);
  const otherVariants = await Promise.all(
    terms.map((term, i) => (docFreqs[i] || term.isPlain ? [] : findVariants(index, term, hasNoCompleteTerm))),
  );
  const weighted = terms.flatMap((term, i) => {
    const docFreq = docFreqs[i] ?? 0;
    const variants = new Map([...knownVariants(term), ...(otherVariants[i] ?? [])]);
    // An identifier that no document has is dropped: its parts are terms themselves.
    if (docFreq === 0 && (term.isWhole || term.isPlain) && variants.size === 1) return [];
    // A word that documents have counts as complete unless it is very short.
    const isIncomplete = term.isIncomplete === true && (docFreq === 0 || term.token.length <= maxShortLength);
    return { ...term, isIncomplete, docFreq, variants };
  });
  const others = weighted.flatMap(({ token, variants }) => [...variants.keys()].filter((one) => one !== token));
  const otherTokens = [...new Set(others)];
  const counts = otherTokens.length > 0 ? await index.frequencies(tenant, otherTokens, commonDocFreq(size)) : [];
  const countByToken = new Map(otherTokens.map((token, i) => [token, counts[i] ?? 0]));
  return weighted.map((term) => {
    const { docFreq, variants, isIncomplete } = term;
    const expandedDocFreq = [...variants.keys()].reduce((sum, token) => sum + (countByToken.get(token) ?? 0), docFreq);
    // A correction is as common as the word it was corrected to, however rare the word as typed.
    const idf = idfOf(isIncomplete || docFreq === 0 ? expandedDocFreq : docFreq, size);
    return { ...term, expandedDocFreq, idf };
  });
}

/** The tokens whose document frequency every search needs. */
export const tokensToCount = (terms: readonly QueryTerm[]): string[] => [
  ...new Set(terms.flatMap((term) => [indexToken(term), ...term.synonyms])),
];

const indexToken = ({ token, isPrefix }: QueryTerm): string => (isPrefix ? `${token}*` : token);

/** The term itself and its synonyms, with their weights. */
export const knownVariants = ({ token, synonyms }: QueryTerm): Map<string, number> =>
  new Map([[token, 1], ...weighed(synonyms, synonymWeight)]);

const weighed = (tokens: readonly string[], weight: number) => tokens.map((token) => [token, weight] as const);

async function findVariants(index: SearchIndex, term: QueryTerm, hasNoCompleteTerm: boolean) {
  const { token, isPrefix, isWhole, isIncomplete } = term;
  const isCompletable =
    isIncomplete && (token.length > maxShortLength || (hasNoCompleteTerm && token.length === maxShortLength));
  const completions = isCompletable ? await index.termsWithPrefix(token, maxCompletions) : [];
  if (completions.length > 0) return weighed(completions, completionWeight);
  if (isPrefix || token.length < 4) return [];
  const [containing, similar] = await Promise.all([
    index.termsContaining(token, 8),
    isWhole ? [] : index.similarTerms(token, 40),
  ]);
  const typos = similar.filter((term) => isTypo(token, term)).slice(0, 4);
  return [...weighed(containing, partialWeight), ...weighed(typos, typoWeight)];
}

/** One edit in a short word, two in a long one. A digit is never a typo: another number is another thing. */
function isTypo(typed: string, candidate: string): boolean {
  const maxEdits = typed.length <= 5 ? 1 : 2;
  return !/\p{N}/u.test(typed) && editDistance(typed, candidate, maxEdits) <= maxEdits;
}
