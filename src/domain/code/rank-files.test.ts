import { describe, expect, it } from "vitest";
import { searchDocument } from "../../store/search/search-document.js";
import type { WeightedTerm } from "../search/rank/score-keywords.js";
import type { Candidate } from "../search/retrieve/retrieve-candidates.js";
import { readClues } from "./query-clues.js";
import { rankFiles } from "./rank-files.js";
import { chooseFiles } from "./search-code.js";

let docId = 0;
const chunk = (path: string, facts: { bm25?: number; similarity?: number; title?: string; matched?: string[] }) => {
  const { bm25 = 0, similarity, title = "", matched = [] } = facts;
  const document = { id: `${path}#${++docId}`, kind: "code", project: "p", source: path, at: "", body: "", title };
  return {
    document: { ...searchDocument({ ...document, files: [path] }), docId: docId },
    keyword: {
      bm25,
      matchedIdf: 0,
      coverage: bm25,
      proximity: 0,
      hasPhrase: false,
      isTitleMatch: false,
      matched,
      matches: matched.length,
    },
    words: { tokenMatches: [], length: 0, lineStarts: [] },
    similarity,
    keywordRank: undefined,
    semanticRank: undefined,
  } satisfies Candidate;
};
const term = (token: string): WeightedTerm => ({
  token,
  synonyms: [],
  isPrefix: false,
  isExact: false,
  isWhole: false,
  weight: 1,
  docFreq: 5,
  expandedDocFreq: 5,
  idf: 2,
  variants: new Map([[token, 1]]),
});
const order = (query: string, candidates: readonly Candidate[], terms: readonly WeightedTerm[] = []) =>
  rankFiles({ candidates, terms }, readClues(query)).map(({ path }) => path);

describe("rankFiles", () => {
  it("lists every file once, by its best chunk, with its chunks in order", () => {
    const all = [
      chunk("a.ts", { bm25: 0.3 }),
      chunk("b.ts", { bm25: 0.7 }),
      chunk("a.ts", { bm25: 0.9, title: "best" }),
    ];
    const [first, ...rest] = rankFiles({ candidates: all, terms: [] }, readClues("anything"));
    expect([first?.path, ...rest.map(({ path }) => path)]).toEqual(["a.ts", "b.ts"]);
    expect(first?.chunks[0]?.candidate.document.title).toBe("best");
  });

  it("prefers the file that has more of the question, in whichever chunks", () => {
    const [pool, close] = [term("pool"), term("close")];
    const scattered = [
      chunk("both.ts", { bm25: 0.5, matched: ["pool"] }),
      chunk("both.ts", { bm25: 0.5, matched: ["close"] }),
    ];
    expect(
      order("pool close", [chunk("one.ts", { bm25: 0.5, matched: ["pool"] }), ...scattered], [pool, close]),
    ).toEqual(["both.ts", "one.ts"]);
  });

  it("ranks a pasted path, a typed symbol and a matching file name first", () => {
    const alike = [chunk("src/a.ts", { bm25: 0.6, title: "run" }), chunk("src/limiter.ts", { bm25: 0.6, title: "go" })];
    expect(order("fails at src/limiter.ts:12", alike)[0]).toBe("src/limiter.ts");
    expect(order("Pool.go hangs", alike)[0]).toBe("src/limiter.ts");
    expect(order("the limiter", alike, [term("limit")])[0]).toBe("src/limiter.ts");
  });

  it("ranks by similarity unless the question is long", () => {
    const words = [term("close"), term("pool")];
    const close = [chunk("far.ts", { bm25: 0.6, similarity: 0.1 }), chunk("near.ts", { bm25: 0.5, similarity: 0.6 })];
    expect(order("x", close, words)[0]).toBe("near.ts");
    const long = Array.from({ length: 40 }, (_, i) => term(`word${i}`));
    expect(order("x", close, long)[0]).toBe("far.ts");
  });

  it("ranks a test below what it tests unless the question is about tests", () => {
    const alike = [chunk("a.test.ts", { bm25: 0.62 }), chunk("a.ts", { bm25: 0.6 })];
    expect(order("opening fails", alike)[0]).toBe("a.ts");
    expect(order("test of opening", alike)[0]).toBe("a.test.ts");
  });

  it("adds what the commits of a file say, and lists no file for that alone", () => {
    const history = (path: string) => {
      const { document, ...rest } = chunk(path, { bm25: 0.6 });
      return { ...rest, document: { ...document, source: `${path}#history` } };
    };
    const alike = [chunk("a.ts", { bm25: 0.5 }), chunk("b.ts", { bm25: 0.5 }), history("b.ts"), history("c.ts")];
    expect(order("opening fails", alike)).toEqual(["b.ts", "a.ts"]);
  });

  it("lists no file that matches far less than the best", () => {
    const matches = [chunk("a.ts", { bm25: 1 }), chunk("b.ts", { bm25: 0.8 }), chunk("c.ts", { bm25: 0.05 })];
    expect(order("opening fails", matches)).toEqual(["a.ts", "b.ts"]);
  });
});

describe("chooseFiles", () => {
  it("guarantees the best files of each ranking a position among the first ten", () => {
    const many = Array.from({ length: 14 }, (_, i) => chunk(`f${i}.ts`, { bm25: 0.6 - i / 100, similarity: 0.2 }));
    const ranked = rankFiles(
      { candidates: [...many, chunk("meant.ts", { similarity: 0.5 })], terms: [] },
      readClues("x"),
    );
    expect(ranked.findIndex(({ path }) => path === "meant.ts")).toBeGreaterThan(9);
    const chosen = chooseFiles(ranked, 10).map(({ path }) => path);
    expect(chosen.slice(0, 10)).toContain("meant.ts");
    expect(chosen.toSorted()).toEqual(ranked.map(({ path }) => path).toSorted());
    expect(chosen[0]).toBe(ranked[0]?.path);
  });
});
