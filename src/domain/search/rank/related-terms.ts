import { tokensOf } from "../../../base/text/tokens.js";
import type { RelatedTerms } from "../../../engine/related-terms.js";
import type { SearchDocument } from "../../../store/search/search-document.js";
import type { WeightedTerm } from "./score-keywords.js";

/** Nobody reads on, and answers must come at once. */
const maxTextLength = 8000;
/** What a text of a few words says is no more surprising for its being short. */
const minLength = 5;

/** How much a document says in other words of what was asked. */
export type RelatedTermsScore = (document: SearchDocument, matched: readonly string[]) => number;

/**
 * For each term that the document does not have: how surprising its likest word is in a text of that length, −ln of the
 * chance that any text has one as like. A long text has something like everything and gains nothing by it. As a multiple of
 * what one of `size` documents tells by chance.
 */
export function scoreRelatedTerms(
  relatedTerms: RelatedTerms,
  terms: readonly WeightedTerm[],
  size: number,
): RelatedTermsScore {
  const asked = terms.flatMap(({ token, weight, isPrefix, isIncomplete }) => {
    // A beginning is like no word yet.
    const termId = isPrefix || isIncomplete ? undefined : relatedTerms.idOf(token);
    return termId === undefined ? [] : [{ token, weight, chanceOf: relatedTerms.chancesFor(termId) }];
  });
  return ({ title, body, reply }, matched) => {
    const missing = asked.filter(({ token }) => !matched.includes(token));
    if (missing.length === 0) return 0;
    const tokens = tokensOf([title, body, reply].join("\n").slice(0, maxTextLength));
    const known = new Set(tokens.map((token) => relatedTerms.idOf(token)).filter((termId) => termId !== undefined));
    const length = Math.max(minLength, tokens.length);
    const matchedIdf = missing.reduce(
      (sum, { weight, chanceOf }) => sum + weight * surprise(chanceOf(known), length),
      0,
    );
    return matchedIdf / Math.log(size + 2);
  };
}

/** −ln of the chance that one of `length` words is of those that any word is with `chance`. */
const surprise = (chance: number, length: number): number =>
  chance >= 1 ? 0 : -Math.log(-Math.expm1(length * Math.log1p(-chance)));
