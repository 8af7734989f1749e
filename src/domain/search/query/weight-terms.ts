import { idfOf } from "../../../base/text/bm25.js";
import { editDistance } from "../../../base/text/edit-distance.js";
import type { SearchIndex } from "../../../store/search/search-index.js";
import type { WeightedTerm } from "../rank/score-keywords.js";
import { fewLetters, type QueryTerm } from "./parse-query.js";

export const synonymWeight = 0.4;
const partialWeight = 0.7;
const typoWeight = 0.7;
/** What an unfinished word may become; its likeliest ends are short. */
const completionWeight = 0.9;
const maxCompletions = 12;
/** Words in more documents than this share say little and cost most. */
const commonShare = 0.05;
const exactBelow = 2000;

/** Beyond this many documents a word counts as common, and counting stops. */
export const commonFrom = (size: number): number => Math.max(exactBelow, Math.ceil(size * commonShare)) + 1;

/** Asks the index how rare each term is, and what a term that no document has may have been meant to be. */
export async function weightTerms(
  index: SearchIndex,
  tenant: string,
  terms: readonly QueryTerm[],
  size: number,
): Promise<WeightedTerm[]> {
  const documents = await index.frequencies(tenant, terms.map(askedToken), commonFrom(size));
  // All at once: a database on a server is then asked once.
  const isAlone = terms.every(({ isIncomplete }) => isIncomplete);
  const guessed = await Promise.all(terms.map((term, i) => (documents[i] ? [] : guesses(index, term, isAlone))));
  const weighted: Omit<WeightedTerm, "expandedDocFreq">[] = [];
  for (const [i, term] of terms.entries()) {
    const found = documents[i] ?? 0;
    const variants = new Map<string, number>([[term.token, 1], ...term.synonyms.map(asSynonym)]);
    for (const [token, worth] of guessed[i] ?? []) variants.set(token, worth);
    // An identifier that nobody wrote says nothing: its parts are terms of their own.
    if (found === 0 && term.isWhole && variants.size === 1) continue;
    // A word of some letters that documents have is taken for finished.
    const isIncomplete = term.isIncomplete === true && (found === 0 || term.token.length <= fewLetters);
    weighted.push({ ...term, isIncomplete, docFreq: found, idf: idfOf(found, size), variants });
  }
  return withExpandedDocFreq(index, tenant, weighted, size);
}

async function withExpandedDocFreq(
  index: SearchIndex,
  tenant: string,
  terms: readonly Omit<WeightedTerm, "expandedDocFreq">[],
  size: number,
): Promise<WeightedTerm[]> {
  const others = [
    ...new Set(terms.flatMap(({ token, variants }) => [...variants.keys()].filter((one) => one !== token))),
  ];
  const found = others.length > 0 ? await index.frequencies(tenant, others, commonFrom(size)) : [];
  const counts = new Map(others.map((token, i) => [token, found[i] ?? 0]));
  return terms.map((term) => {
    const more = [...term.variants.keys()].reduce((sum, token) => sum + (counts.get(token) ?? 0), 0);
    const expandedDocFreq = term.docFreq + more;
    return { ...term, expandedDocFreq, idf: term.isIncomplete ? idfOf(expandedDocFreq, size) : term.idf };
  });
}

/** All that a search will surely ask the index about. */
export const tokensAsked = (terms: readonly QueryTerm[]): string[] => [
  ...new Set(terms.flatMap((term) => [askedToken(term), ...term.synonyms])),
];

const askedToken = ({ token, isPrefix }: QueryTerm): string => (isPrefix ? `${token}*` : token);

const asSynonym = (token: string): [string, number] => [token, synonymWeight];

async function guesses(index: SearchIndex, term: QueryTerm, isAlone: boolean): Promise<[string, number][]> {
  const { token, isPrefix, isWhole, isIncomplete } = term;
  const isBeginning = isIncomplete && (token.length > fewLetters || (isAlone && token.length === fewLetters));
  const completions = isBeginning ? await index.termsWithPrefix(token, maxCompletions) : [];
  if (completions.length > 0) return completions.map((one) => [one, completionWeight]);
  if (isPrefix || token.length < 4) return [];
  const [containing, similar] = await Promise.all([
    index.termsContaining(token, 8),
    isWhole ? [] : index.similarTerms(token, 40),
  ]);
  const alike = similar.filter((term) => isTypo(token, term)).slice(0, 4);
  return [
    ...containing.map((term): [string, number] => [term, partialWeight]),
    ...alike.map((term): [string, number] => [term, typoWeight]),
  ];
}

/** One edit in a short word, two in a long one. A digit is never a typo: another number is another thing. */
function isTypo(typed: string, meant: string): boolean {
  if (/\p{N}/u.test(typed)) return false;
  const allowed = typed.length <= 5 ? 1 : 2;
  return Math.abs(typed.length - meant.length) <= allowed && editDistance(typed, meant, allowed) <= allowed;
}
