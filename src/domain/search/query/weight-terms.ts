import { idfOf } from "../../../base/text/bm25.js";
import { editDistance } from "../../../base/text/edit-distance.js";
import type { SearchIndex } from "../../../store/search/search-index.js";
import type { WeightedTerm } from "../rank/score-keywords.js";
import { maxShortLength, type QueryTerm } from "./parse-query.js";

export const synonymWeight = 0.4;
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
  const weighted: Omit<WeightedTerm, "expandedDocFreq">[] = [];
  for (const [i, term] of terms.entries()) {
    const docFreq = docFreqs[i] ?? 0;
    const variants = new Map<string, number>([[term.token, 1], ...term.synonyms.map(synonymVariant)]);
    for (const [token, weight] of otherVariants[i] ?? []) variants.set(token, weight);
    // An identifier that no document has is dropped: its parts are terms themselves.
    if (docFreq === 0 && (term.isWhole || term.isPlain) && variants.size === 1) continue;
    // A word that documents have counts as complete unless it is very short.
    const isIncomplete = term.isIncomplete === true && (docFreq === 0 || term.token.length <= maxShortLength);
    weighted.push({ ...term, isIncomplete, docFreq, idf: idfOf(docFreq, size), variants });
  }
  return withExpandedDocFreq(index, tenant, weighted, size);
}

async function withExpandedDocFreq(
  index: SearchIndex,
  tenant: string,
  terms: readonly Omit<WeightedTerm, "expandedDocFreq">[],
  size: number,
): Promise<WeightedTerm[]> {
  const otherTokens = [
    ...new Set(terms.flatMap(({ token, variants }) => [...variants.keys()].filter((one) => one !== token))),
  ];
  const docFreqs = otherTokens.length > 0 ? await index.frequencies(tenant, otherTokens, commonDocFreq(size)) : [];
  const counts = new Map(otherTokens.map((token, i) => [token, docFreqs[i] ?? 0]));
  return terms.map((term) => {
    const variantDocFreq = [...term.variants.keys()].reduce((sum, token) => sum + (counts.get(token) ?? 0), 0);
    const expandedDocFreq = term.docFreq + variantDocFreq;
    // A correction is as common as the word it was corrected to, however rare the word as typed.
    const isReplaced = term.isIncomplete || term.docFreq === 0;
    return { ...term, expandedDocFreq, idf: isReplaced ? idfOf(expandedDocFreq, size) : term.idf };
  });
}

/** The tokens whose document frequency every search needs. */
export const tokensToCount = (terms: readonly QueryTerm[]): string[] => [
  ...new Set(terms.flatMap((term) => [indexToken(term), ...term.synonyms])),
];

const indexToken = ({ token, isPrefix }: QueryTerm): string => (isPrefix ? `${token}*` : token);

const synonymVariant = (token: string): [string, number] => [token, synonymWeight];

async function findVariants(
  index: SearchIndex,
  term: QueryTerm,
  hasNoCompleteTerm: boolean,
): Promise<[string, number][]> {
  const { token, isPrefix, isWhole, isIncomplete } = term;
  const isCompletable =
    isIncomplete && (token.length > maxShortLength || (hasNoCompleteTerm && token.length === maxShortLength));
  const completions = isCompletable ? await index.termsWithPrefix(token, maxCompletions) : [];
  if (completions.length > 0) return completions.map((one) => [one, completionWeight]);
  if (isPrefix || token.length < 4) return [];
  const [containing, similar] = await Promise.all([
    index.termsContaining(token, 8),
    isWhole ? [] : index.similarTerms(token, 40),
  ]);
  const typos = similar.filter((term) => isTypo(token, term)).slice(0, 4);
  return [
    ...containing.map((term): [string, number] => [term, partialWeight]),
    ...typos.map((term): [string, number] => [term, typoWeight]),
  ];
}

/** One edit in a short word, two in a long one. A digit is never a typo: another number is another thing. */
function isTypo(typed: string, candidate: string): boolean {
  if (/\p{N}/u.test(typed)) return false;
  const maxEdits = typed.length <= 5 ? 1 : 2;
  return Math.abs(typed.length - candidate.length) <= maxEdits && editDistance(typed, candidate, maxEdits) <= maxEdits;
}
