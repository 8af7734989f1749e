import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { searchDocument } from "../../store/search/search-document.js";
import { parseQuery } from "./parse-query.js";
import { scanFor, scoreWords, type WeighedTerm, wordsOf } from "./score-words.js";

const aNote = (body: string, title: string) =>
  searchDocument({ id: "a", kind: "note", project: "", source: "a", at: "2026-01-01T00:00:00.000Z", title, body });

const weighed = (query: string, isTyping: boolean): WeighedTerm[] =>
  parseQuery(query, undefined, isTyping).terms.map((term) => ({
    ...{ ...term, documents: 3, touched: 3, rarity: 2, variants: new Map([[term.token, 1]]) },
  }));

function score(query: string, document: ReturnType<typeof aNote>, isTyping = false) {
  const terms = weighed(query, isTyping);
  const words = wordsOf(document, scanFor(terms, []));
  return scoreWords(document, words, terms, { averageLength: 8, asked: parseQuery(query, undefined, isTyping) });
}

describe("scoreWords", () => {
  const word = fc.constantFrom("pool", "timeout", "token", "cache", "t", "to", "index");
  const text = fc.array(word, { maxLength: 10 }).map((all) => all.join(" "));
  const letters = fc.constantFrom("t", "ti", "p", "x", "zy");

  it("never counts a document for less because of a word that is still typed", () => {
    fc.assert(
      fc.property(text, text, letters, (title, body, typed) => {
        const document = aNote(body, title);
        const [before, now] = [score("pool cache", document), score(`pool cache ${typed}`, document, true)];
        for (const part of ["strength", "coverage", "told", "nearness"] as const) {
          expect(now[part], part).toBeGreaterThanOrEqual(before[part]);
        }
      }),
    );
  });

  it("counts a document for more where a word begins as what is typed, and most where it stands beside", () => {
    const strength = (body: string) => score("pool t", aNote(body, ""), true).strength;
    const nearness = (body: string) => score("pool t", aNote(body, ""), true).nearness;
    expect(strength("pool index cache timeout")).toBeGreaterThan(strength("pool index cache driver"));
    expect(nearness("pool timeout index cache")).toBeGreaterThan(nearness("pool index cache timeout"));
    expect(score("pool t", aNote("pool timeout", ""), true).matches).toBe(1);
  });
});
