import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { literal, postgresQuery, storableText, typeOf } from "./postgres-text.js";

const postgresText = (text: string) => postgresQuery(text, []).text;

describe("a statement for PostgreSQL", () => {
  it("numbers its parameters", () => {
    expect(postgresText("SELECT a FROM t WHERE b = ? AND c IN (?) AND d NOT IN (?, ?)")).toBe(
      "SELECT a FROM t WHERE b = $1 AND c IN ($2) AND d NOT IN ($3, $4)",
    );
  });

  it("is one statement for lists of every length", () => {
    const three = postgresQuery("SELECT a FROM t WHERE b = ? AND c IN (?, ?, ?) AND d = ?", ["b", 1, 2, null, "d"]);
    const two = postgresQuery("SELECT a FROM t WHERE b = ? AND c IN (?, ?) AND d = ?", ["b", "x", 'y"\\,}', "d"]);
    expect(three).toEqual({
      text: "SELECT a FROM t WHERE b = $1 AND c = ANY ($2) AND d = $3",
      params: ["b", "{1,2,NULL}", "d"],
    });
    expect(two).toEqual({ text: three.text, params: ["b", '{"x","y\\"\\\\,}"}', "d"] });
  });

  it("ignores a list inside a string", () => {
    const text = "SELECT 'c IN (?, ?)', ?";
    expect(postgresQuery(text, [1])).toEqual({ text: "SELECT 'c IN (?, ?)', $1", params: [1] });
  });

  it("leaves question marks alone in strings, names, comments and bodies of functions", () => {
    const text = "SELECT '?''?', \"?\" /* ? */ -- ?\n, $$ ? $$, $x$ ? $$ ? $x$, ?";
    expect(postgresText(text)).toBe(text.replace(/\?$/, "$1"));
  });

  it("orders texts by their bytes in every table that it creates", () => {
    expect(postgresText("CREATE TABLE t (a TEXT NOT NULL, b BIGINT)")).toBe(
      'CREATE TABLE t (a TEXT COLLATE "C" NOT NULL, b BIGINT)',
    );
    expect(postgresText("SELECT CAST(? AS TEXT)")).toBe("SELECT CAST($1 AS TEXT)");
  });

  it("escapes any text so that it cannot end the literal", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const [, inside] = /^E'((?:[^'\\]|''|\\\\)*)'$/.exec(literal(text)) ?? [];
        expect(inside?.replace(/''|\\\\/g, ([first = ""]) => first)).toBe(storableText(text));
      }),
    );
  });

  it("writes bytes, numbers and NULL as literals", () => {
    const values = [new Uint8Array([0, 255]), 12, 0.5, 10n, null];
    expect(values.map(literal)).toEqual(["E'\\\\x00ff'", "E'12'", "E'0.5'", "E'10'", "NULL"]);
    expect(values.map(typeOf)).toEqual(["bytea", "unknown", "unknown", "bigint", "unknown"]);
  });
});
