import { describe, expect, it } from "vitest";
import type { KindredWords } from "../../engine/kindred-words.js";
import { searchDocument } from "../../store/search/search-document.js";
import { kinshipWith } from "./kinship.js";
import type { WeighedTerm } from "./score-words.js";

const known = ["slow", "latenc", "tabl"];
const kindred: KindredWords = {
  numberOf: (token) => (known.includes(token) ? known.indexOf(token) : undefined),
  chancesFor: () => (others) => ([...others].includes(known.indexOf("latenc")) ? 0.001 : 1),
};
const aTerm = (token: string, weight = 1): WeighedTerm => ({
  ...{ token, weight, isPrefix: false, isExact: false, isWhole: false, alternatives: [] },
  ...{ documents: 1, touched: 1, rarity: 1, variants: new Map() },
});
const aText = (body: string) => searchDocument({ id: "x", kind: "note", project: "", source: "x", at: "2026", body });
const kinship = kinshipWith(kindred, [aTerm("slow"), aTerm("unheard")], 100);

describe("kinship", () => {
  it("is what other words tell of a term that a text lacks", () => {
    expect(kinship(aText("The latency of the table grew."), [])).toBeGreaterThan(1);
    expect(kinship(aText("The table grew."), [])).toBe(0);
  });

  it("does not count again what the text has", () => {
    expect(kinship(aText("Slow: the latency grew."), ["slow"])).toBe(0);
  });

  it("is less in a long text, which has something like everything", () => {
    const long = `The latency grew. ${"And so on and on it went. ".repeat(40)}`;
    expect(kinship(aText(long), [])).toBeLessThan(kinship(aText("The latency grew."), []) / 2);
  });

  it("counts by the weight of the term", () => {
    const lightly = kinshipWith(kindred, [aTerm("slow", 0.5)], 100);
    expect(lightly(aText("The latency grew."), [])).toBeCloseTo(kinship(aText("The latency grew."), []) / 2);
  });
});
