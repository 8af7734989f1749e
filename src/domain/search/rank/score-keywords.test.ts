import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { searchDocument } from "../../../store/search/search-document.js";
import { parseQuery } from "../query/parse-query.js";
import { createTermScan, scanDocument, scoreKeywords, type WeightedTerm } from "./score-keywords.js";

const aNote = (body: string, title: string) =>
  searchDocument({ id: "a", kind: "note", project: "", source: "a", at: "2026-01-01T00:00:00.000Z", title, body });

const weightedTerms = (query: string, isTyping: boolean): WeightedTerm[] =>
  parseQuery(query, undefined, isTyping).terms.map((term) => ({
    ...term,
    docFreq: 3,
    expandedDocFreq: 3,
    idf: 2,
    variants: new Map([[term.token, 1]]),
  }));

function score(query: string, document: ReturnType<typeof aNote>, isTyping = false) {
  const terms = weightedTerms(query, isTyping);
  const words = scanDocument(document, createTermScan(terms, []));
  return scoreKeywords(document, words, terms, { averageLength: 8, query: parseQuery(query, undefined, isTyping) });
}

describe("scoreWords", () => {
  const word = fc.constantFrom("pool", "timeout", "token", "cache", "t", "to", "index");
  const text = fc.array(word, { maxLength: 10 }).map((words) => words.join(" "));
  const letters = fc.constantFrom("t", "ti", "p", "x", "zy");

  it("never lowers a score because of an incomplete word", () => {
    fc.assert(
      fc.property(text, text, letters, (title, body, typed) => {
        const document = aNote(body, title);
        const [before, after] = [score("pool cache", document), score(`pool cache ${typed}`, document, true)];
        for (const part of ["bm25", "coverage", "matchedIdf", "proximity"] as const) {
          expect(after[part], part).toBeGreaterThanOrEqual(before[part]);
        }
      }),
    );
  });

  it("raises documents with a word that begins with the incomplete one, most where it is adjacent", () => {
    const bm25 = (body: string) => score("pool t", aNote(body, ""), true).bm25;
    const proximity = (body: string) => score("pool t", aNote(body, ""), true).proximity;
    expect(bm25("pool index cache timeout")).toBeGreaterThan(bm25("pool index cache driver"));
    expect(proximity("pool timeout index cache")).toBeGreaterThan(proximity("pool index cache timeout"));
    expect(score("pool t", aNote("pool timeout", ""), true).matches).toBe(1);
  });
});
