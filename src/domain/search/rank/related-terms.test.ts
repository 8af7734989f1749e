import { describe, expect, it } from "vitest";
import type { RelatedTerms } from "../../../engine/related-terms.js";
import { searchDocument } from "../../../store/search/search-document.js";
import { scoreRelatedTerms } from "./related-terms.js";
import type { WeightedTerm } from "./score-keywords.js";

const vocabulary = ["slow", "latenc", "tabl"];
const relatedTerms: RelatedTerms = {
  idOf: (token) => (vocabulary.includes(token) ? vocabulary.indexOf(token) : undefined),
  chancesFor: () => (others) => ([...others].includes(vocabulary.indexOf("latenc")) ? 0.001 : 1),
};
const aTerm = (token: string, weight = 1): WeightedTerm => ({
  ...{ token, weight, isPrefix: false, isExact: false, isWhole: false, synonyms: [] },
  ...{ docFreq: 1, expandedDocFreq: 1, idf: 1, variants: new Map() },
});
const aText = (body: string) => searchDocument({ id: "x", kind: "note", project: "", source: "x", at: "2026", body });
const relatedTermsScore = scoreRelatedTerms(relatedTerms, [aTerm("slow"), aTerm("unheard")], 100);

describe("relatedTermsScore", () => {
  it("scores related words of a term that the text lacks", () => {
    expect(relatedTermsScore(aText("The latency of the table grew."), [])).toBeGreaterThan(1);
    expect(relatedTermsScore(aText("The table grew."), [])).toBe(0);
  });

  it("ignores terms that the text has", () => {
    expect(relatedTermsScore(aText("Slow: the latency grew."), ["slow"])).toBe(0);
  });

  it("is lower for a long text, which has some related word by chance", () => {
    const long = `The latency grew. ${"And so on and on it went. ".repeat(40)}`;
    expect(relatedTermsScore(aText(long), [])).toBeLessThan(relatedTermsScore(aText("The latency grew."), []) / 2);
  });

  it("counts by the weight of the term", () => {
    const scoreHalfWeight = scoreRelatedTerms(relatedTerms, [aTerm("slow", 0.5)], 100);
    expect(scoreHalfWeight(aText("The latency grew."), [])).toBeCloseTo(
      relatedTermsScore(aText("The latency grew."), []) / 2,
    );
  });
});
