import { describe, expect, it } from "vitest";
import type { ChunkLocation, FileSymbol } from "../../store/code/code-store.js";
import { searchDocument } from "../../store/search/search-document.js";
import { createTermScan, scanDocument, type WeightedTerm } from "../search/rank/score-keywords.js";
import { type PlacedChunk, rankPlaces } from "./rank-places.js";

const keyword = {
  bm25: 0.5,
  matchedIdf: 0,
  coverage: 0.5,
  proximity: 0,
  hasPhrase: false,
  isTitleMatch: false,
  matched: [],
  matches: 1,
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
const chunk = (symbol: string, kind: string, start: number, text: string): PlacedChunk => {
  const fields = {
    id: `a.ts#${symbol}`,
    kind: "code",
    project: "p",
    source: "a.ts",
    at: "",
    body: text,
    title: symbol,
  };
  const document = { ...searchDocument({ ...fields, files: ["a.ts"] }), docId: start };
  const words = { tokenMatches: [], length: 0, lineStarts: [] };
  const candidate = {
    document,
    words,
    keyword,
    similarity: undefined,
    keywordRank: undefined,
    semanticRank: undefined,
  };
  const end = start + text.split("\n").length - 1;
  return { chunk: { candidate, sum: 1, similarity: 0, declares: 0 }, place: { key: symbol, start, end, kind, symbol } };
};
const symbol = (name: string, kind: string, start: number, end: number, signature = name): FileSymbol => ({
  name,
  kind,
  start,
  end,
  signature,
  parent: "",
});
const withWords = ({ chunk, place }: PlacedChunk, terms: readonly WeightedTerm[]): PlacedChunk => {
  const words = scanDocument(chunk.candidate.document, createTermScan(terms, []));
  return { place, chunk: { ...chunk, candidate: { ...chunk.candidate, words } } };
};
const order = (chunks: readonly PlacedChunk[], symbols: readonly FileSymbol[], words: readonly string[]) => {
  const locations: ChunkLocation[] = chunks.map(({ place }) => place);
  const terms = words.map(term);
  const scored = chunks.map((one) => withWords(one, terms));
  return rankPlaces({ chunks: locations, symbols }, scored, terms).map(({ place }) => place.symbol);
};

describe("rankPlaces", () => {
  it("ranks a function by the words of the question in its name", () => {
    const body = "{\n  begin();\n  end();\n}";
    const chunks = [
      chunk("run", "function", 1, `run() ${body}`),
      chunk("closePool", "function", 6, `closePool() ${body}`),
    ];
    expect(order(chunks, [], ["close", "pool"])[0]).toBe("closePool");
  });

  it("prefers the member of the class that the question names", () => {
    const body = "{\n  begin();\n  end();\n}";
    const chunks = [
      chunk("Queue.close", "method", 1, `close() ${body}`),
      chunk("Pool.close", "method", 6, `close() ${body}`),
    ];
    expect(order(chunks, [], ["close", "pool"])[0]).toBe("Pool.close");
  });

  it("finds the member of a class that is one chunk, by its own lines and parameters", () => {
    const text = [
      "class Pool {",
      "  take() {\n    const slot = this.next();\n    return slot;\n  }",
      "  drop(deadline) {\n    for (const one of this.all)\n      one.close();\n  }",
      "}",
    ].join("\n");
    const members = [
      symbol("Pool", "class", 1, 10),
      symbol("Pool.take", "method", 2, 5, "take()"),
      symbol("Pool.drop", "method", 6, 9, "drop(deadline)"),
    ];
    const chunks = [chunk("Pool", "class", 1, text)];
    expect(order(chunks, members, ["close", "all"])[0]).toBe("Pool.drop");
    expect(order(chunks, members, ["slot"])[0]).toBe("Pool.take");
    expect(order(chunks, members, ["deadlin"])[0]).toBe("Pool.drop");
  });

  it("names symbols of chunks that were not scored, and prefers functions to what only holds a value", () => {
    const scored = [chunk("poolLimit", "constant", 1, "export const poolLimit = {\n  a: 1,\n  b: 2,\n};")];
    const symbols = [symbol("poolLimit", "constant", 1, 4), symbol("checkPoolLimit", "function", 6, 12)];
    const place = { key: "checkPoolLimit", start: 6, end: 12, kind: "function", symbol: "checkPoolLimit" };
    const file = { chunks: [...scored.map((one) => one.place), place], symbols };
    const [first] = rankPlaces(file, scored, [term("check"), term("pool"), term("limit")]);
    expect(first).toMatchObject({ place: { symbol: "checkPoolLimit" }, within: undefined });
  });
});
