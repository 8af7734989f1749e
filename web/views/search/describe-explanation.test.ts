import { describe, expect, it } from "vitest";
import { explainInWords, explanationDetails, scoreBars } from "./describe-explanation.js";

const why = {
  keywordMatch: 0.8,
  similarity: 0.45,
  quality: 0.9,
  keywordRank: 2,
  semanticRank: 5,
  bm25: 0.9,
  terms: [
    { token: "pool", documents: 1 },
    { token: "timeout", documents: 12 },
  ],
  maxSim: 0.45,
  relevance: 0.7,
  rareToken: undefined,
};

describe("scoreBars", () => {
  it("puts each score in words", () =>
    expect(scoreBars({ why, confidence: 0.5 })).toEqual([
      { name: "Keyword match", value: 0.8, words: "has “pool” and “timeout”" },
      { name: "Meaning", value: 0.45, words: "similar topic" },
      { name: "Freshness and confidence", value: 0.9, words: "confidence 50%" },
    ]));

  it("says when the meaning was not compared", () => {
    expect(scoreBars({ why: { ...why, similarity: undefined }, confidence: 1 })[1]).toMatchObject({
      value: 0,
      words: "not compared",
    });
  });
});

describe("explainInWords", () => {
  it("is one sentence", () =>
    expect(explainInWords({ why, confidence: 0.5 })).toBe(
      "Matches “pool” and “timeout”, similar topic, confidence 50%.",
    ));

  it("shows the words that were typed instead of their stems", () => {
    const stemmed = { ...why, terms: [{ token: "retri", documents: 3 }] };
    expect(explainInWords({ why: stemmed, confidence: 1, query: "Payment retry" })).toContain("“retry”");
  });

  it("is empty when there is nothing to say", () =>
    expect(
      explainInWords({ why: { ...why, terms: [], similarity: undefined, quality: 1 } as never, confidence: 1 }),
    ).toBe(""));
});

describe("explanationDetails", () => {
  it("has each number once and omits parts that did not count", () => {
    const names = explanationDetails({ ...why, maxSim: undefined }, 0.63).map(([name]) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).not.toContain("Token similarity (MaxSim)");
    expect(Object.fromEntries(explanationDetails(why, 0.63))).toMatchObject({
      "Final score": "0.63",
      "Keyword rank": "2",
      "Semantic rank": "5",
      "Cosine similarity": "0.45",
      "Token similarity (MaxSim)": "0.45",
      "Matched terms": "pool (in 1 document), timeout (in 12 documents)",
    });
  });
});
