import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseQuery, parseReport } from "./parse-query.js";

const today = new Date("2026-11-15T12:00:00Z");
const parse = (query: string) => parseQuery(query, today);
const tokens = (query: string) => parse(query).terms.map(({ token }) => token);

/** Any code point, lone surrogates included. */
const anyText = fc.string({ unit: fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)) });

describe("parseQuery", () => {
  it("drops stop words and reduces word forms", () => {
    expect(tokens("How do I fix database connection errors?")).toEqual(["fix", "databas", "connect", "error"]);
  });

  it("keeps identifiers whole and in parts, and marks those that must match exactly", () => {
    const exact = parse("why does openConnectionPool throw E_POOL_42 in src/db/pool.ts").terms;
    expect(exact.filter(({ isExact }) => isExact).map(({ token }) => token)).toEqual([
      "openconnectionpool",
      "e_pool_42",
      "src_db_pool_ts",
      "pool_ts",
    ]);
    expect(exact.map(({ token }) => token)).toContain("pool");
  });

  it("reads phrases, prefixes and excluded words", () => {
    expect(parse('"pool exhausted" timeout -redis conn*')).toMatchObject({
      phrases: ["pool exhausted"],
      none: ["redi"],
      isVerbatim: false,
    });
    expect(parse("conn*").terms).toMatchObject([{ token: "conn", isPrefix: true }]);
    expect(parse('"pool exhausted"').isVerbatim).toBe(true);
    expect(parse("git rebase -i").none).toEqual([]);
    expect(parse("-redis").none).toEqual([]);
    expect(tokens("-redis")).toEqual(["redi"]);
  });

  it("marks the incomplete word in search as you type", () => {
    const incompleteTokens = (query: string) =>
      parseQuery(query, today, true)
        .terms.filter((term) => term.isIncomplete)
        .map(({ token }) => token);
    expect(incompleteTokens("connection t")).toEqual(["t"]);
    expect(incompleteTokens("connection t ")).toEqual([]);
    expect(incompleteTokens("connection src/pool.t")).toEqual(["t", "src_pool_t", "pool_t"]);
    expect(incompleteTokens('connection "pool t"')).toEqual([]);
    expect(incompleteTokens("connection last week")).toEqual([]);
    expect(incompleteTokens("connection conn*")).toEqual([]);
    expect(incompleteTokens("connection -pool")).toEqual([]);
    expect(incompleteTokens("connection 接")).toEqual([]);
    expect(parseQuery("connection t", today, true)).toMatchObject({ text: "connection", typed: "connection t" });
    expect(parseQuery("connection tim", today, true).text).toBe("connection tim");
    expect(parseQuery("how to t", today, true).text).toBe("how to t");
    expect(parseQuery("connection t", today).terms.some(({ isIncomplete }) => isIncomplete)).toBe(false);
  });

  it("reads unbalanced quotes as words", () => {
    expect(tokens('the "pool is "empty')).toEqual(["pool", "empti"]);
  });

  it("reads periods", () => {
    expect(parse("auth bug last week")).toMatchObject({
      period: { since: "2026-11-02", until: "2026-11-15T23:59:59.999Z" },
    });
    expect(tokens("auth bug last week")).toEqual(["auth", "bug"]);
    expect(parse("what did we decide in March").period).toEqual({
      since: "2026-03-01",
      until: "2026-03-31T23:59:59.999Z",
    });
    expect(parse("release in December").period?.since).toBe("2025-12-01");
    expect(parse("deploy 3 days ago").period?.since).toBe("2026-11-11");
    expect(parse("the march of progress").period).toBeUndefined();
  });

  it("reduces a pasted report to its first line, its error and its names", () => {
    const report = `Uploads fail for large files\n\nHello, thank you for this project!\n${"I use it daily. ".repeat(40)}
TypeError: Cannot read properties of undefined (reading 'size')\n    at readChunk (src/upload/chunk.ts:10:3)\nNode 20, Linux`;
    const parsed = parse(report);
    expect(parsed.isReduced).toBe(true);
    const foundTokens = parsed.terms.map(({ token }) => token);
    expect(foundTokens).toEqual(expect.arrayContaining(["upload", "fail", "larg", "typeerror", "chunk_ts"]));
    expect(foundTokens).not.toContain("thank");
  });

  it("returns no terms for a query without words", () => {
    for (const empty of ["", "   ", "the of and", "🙂🚀", "\0\x01\x02", '"', "- -", "***", "()"]) {
      expect(parse(empty).terms, empty).toEqual([]);
    }
  });

  it("reduces a megabyte to few terms", () => {
    expect(parse("lorem ipsum dolor ".repeat(60_000)).terms.length).toBeLessThanOrEqual(48);
    expect(parse(Array.from({ length: 9999 }, (_, i) => `word${i}`).join(" ")).terms.length).toBeLessThanOrEqual(48);
  });

  it("never throws and returns only plain tokens for any text", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const foundTokens = parse(text).terms.map(({ token }) => token);
        expect(foundTokens.join("")).toMatch(/^[\p{L}\p{M}\p{N}_]*$/u);
      }),
    );
  });
});

describe("parseReport", () => {
  it("reads a question as any query", () => {
    expect(parseReport("open pool")).toEqual(parseQuery("open pool", undefined));
  });

  it("has every word of a long text, those of its first line and its error with more weight", () => {
    const filler = Array.from({ length: 60 }, (_, i) => `filler${i}`).join(" ");
    const { terms, isReduced } = parseReport(`Pool hangs\n\n${filler}\nTypeError: socket is closed\nzebra`);
    const weightOf = (token: string) => terms.find((one) => one.token === token)?.weight;
    for (const token of ["pool", "socket"]) expect(weightOf(token), token).toBe(1);
    for (const token of ["filler0", "filler59", "zebra"]) expect(weightOf(token), token).toBeLessThan(1);
    expect(terms.find(({ token }) => token === "zebra")?.isPlain).toBe(true);
    expect(isReduced).toBe(false);
  });
});
