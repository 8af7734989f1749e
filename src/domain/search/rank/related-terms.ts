import { tokensOf } from "../../../base/text/tokens.js";
import type { RelatedTerms } from "../../../engine/related-terms.js";
import type { SearchDocument } from "../../../store/search/search-document.js";
import type { WeightedTerm } from "./score-keywords.js";

/** Caps work per document. */
const maxTextLength = 8000;
/** Shorter texts count as this long: a match in them is not more surprising. */
const minLength = 5;

/** How well a document's words relate to the query's terms that it lacks. */
export type RelatedTermsScore = (document: SearchDocument, matched: readonly string[]) => number;

/**
 * For each term that the document lacks: how surprising its most similar word is in a text of that length, −ln of the
 * chance that any text has a word as similar. A long text has some similar word by chance, which adds nothing. In
 * multiples of the IDF that one of `size` documents matches by chance.
 */
export function scoreRelatedTerms(
  relatedTerms: RelatedTerms,
  terms: readonly WeightedTerm[],
  size: number,
): RelatedTermsScore {
  const queryTerms = terms.flatMap(({ token, weight, isPrefix, isIncomplete }) => {
    // The table has whole words only.
    const termId = isPrefix || isIncomplete ? undefined : relatedTerms.idOf(token);
    return termId === undefined ? [] : [{ token, weight, chanceOf: relatedTerms.chancesFor(termId) }];
  });
  return ({ title, body, reply }, matched) => {
    const missing = queryTerms.filter(({ token }) => !matched.includes(token));
    if (missing.length === 0) return 0;
    const tokens = tokensOf([title, body, reply].join("\n").slice(0, maxTextLength));
    const termIds = new Set(tokens.map((token) => relatedTerms.idOf(token)).filter((termId) => termId !== undefined));
    const length = Math.max(minLength, tokens.length);
    const surpriseSum = missing.reduce(
      (sum, { weight, chanceOf }) => sum + weight * surprise(chanceOf(termIds), length),
      0,
    );
    return surpriseSum / Math.log(size + 2);
  };
}

/** −ln of the chance that at least one of `length` words occurs, each with probability `chance`. */
const surprise = (chance: number, length: number): number =>
  chance >= 1 ? 0 : -Math.log(-Math.expm1(length * Math.log1p(-chance)));
