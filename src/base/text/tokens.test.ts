import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stem } from "./stem.js";
import { stopWords, tokensOf } from "./tokens.js";

/** Any code point, lone surrogates included. */
const anyText = fc.string({ unit: fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)) });

describe("stem", () => {
  it("maps the forms of a word to one stem", () => {
    const families = [
      "fix fixed fixes fixing",
      "error errors errored",
      "pool pools pooled pooling",
      "connect connection connections connecting connected",
      "implement implements implemented implementing implementation",
      "query queries",
      "retry retries retried",
      "run runs running",
      "cache caches cached caching",
    ];
    for (const forms of families) expect(new Set(forms.split(" ").map(stem)).size, forms).toBe(1);
  });

  it("returns the stems of the published algorithm", () => {
    const published =
      "caresses caress ponies poni ties ti cats cat feed feed agreed agre plastered plaster motoring motor sing sing " +
      "conflated conflat hopping hop falling fall hissing hiss fizzed fizz failing fail filing file happy happi sky sky " +
      "relational relat conditional condit rational ration vietnamization vietnam digitizer digit operator oper " +
      "feudalism feudal decisiveness decis hopefulness hope triplicate triplic formative form electrical electr " +
      "revival reviv allowance allow inference infer airliner airlin adjustable adjust replacement replac " +
      "adoption adopt communism commun effective effect probate probat rate rate cease ceas controll control roll roll";
    const words = published.split(" ");
    for (let i = 0; i < words.length; i += 2) expect(stem(words[i] ?? ""), words[i]).toBe(words[i + 1]);
  });
});

describe("tokensOf", () => {
  it("leaves out the stop words of the archive contract", () => {
    expect(stopWords.size).toBe(57);
    expect(tokensOf("How do I fix database connection errors?")).toEqual(["fix", "databas", "connect", "error"]);
  });

  it("leaves out contractions", () => {
    expect(tokensOf("it's the pool's size, doesn’t fit, can't, we'll see O'Reilly")).toEqual([
      "pool",
      "size",
      "fit",
      "see",
      "o",
      "reilli",
      "o_reilly",
    ]);
  });

  it("keeps identifiers whole and in parts", () => {
    expect(tokensOf("openConnectionPool")).toEqual(["open", "connect", "pool", "openconnectionpool"]);
    expect(tokensOf("MAX_POOL_SIZE")).toEqual(["max", "pool", "size", "max_pool_size"]);
    expect(tokensOf("HTTPServerError")).toEqual(["http", "server", "error", "httpservererror"]);
    expect(tokensOf("net.ipv4.tcp_rmem")).toContain("net_ipv4_tcp_rmem");
    expect(tokensOf("E0308 v8.12.1 0xDEADBEEF")).toEqual([
      "e0308",
      "v8",
      "12",
      "1",
      "v8_12_1",
      "0x",
      "deadbeef",
      "0xdeadbeef",
    ]);
  });

  it("finds a file by its path and by its name", () => {
    expect(tokensOf("src/db/pool.ts")).toEqual(["src", "db", "pool", "ts", "src_db_pool_ts", "pool_ts"]);
  });

  it("pairs the characters of scripts without spaces", () => {
    expect(tokensOf("数据库")).toEqual(["数", "数据", "据", "据库", "库"]);
    expect(tokensOf("ポート")).toEqual(["ポ", "ポー", "ー", "ート", "ト"]);
    expect(tokensOf("PostgreSQLを使う")).toEqual(["postgr", "sql", "postgresql", "を", "を使", "使", "使う", "う"]);
    expect(tokensOf("연결 풀")).toEqual(["연결", "풀"]);
    expect(tokensOf("Ünïcödé naïve")).toEqual(["unicod", "naiv"]);
    expect(tokensOf("проверка")).toEqual(["проверка"]);
  });

  it("returns only letters, digits and underscores, whatever the text", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(tokensOf(text).join("")).toMatch(/^[\p{L}\p{M}\p{N}_]*$/u);
      }),
    );
  });

  it("finds no token in punctuation and symbols", () => {
    expect(tokensOf("🙂 🚀 … \0\x07 \"' -- !!")).toEqual([]);
  });
});
