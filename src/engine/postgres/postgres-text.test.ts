import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { literal, postgresText, storableText } from "./postgres-text.js";

describe("a statement for PostgreSQL", () => {
  it("numbers its parameters", () => {
    expect(postgresText("SELECT a FROM t WHERE b = ? AND c IN (?, ?)")).toBe(
      "SELECT a FROM t WHERE b = $1 AND c IN ($2, $3)",
    );
  });

  it("leaves question marks alone in strings, names, comments and bodies of functions", () => {
    const text = "SELECT '?''?', \"?\" /* ? */ -- ?\n, $$ ? $$, $x$ ? $$ ? $x$, ?";
    expect(postgresText(text)).toBe(text.replace(/\?$/, "$1"));
  });

  it("orders texts by their bytes in every table that it makes", () => {
    expect(postgresText("CREATE TABLE t (a TEXT NOT NULL, b BIGINT)")).toBe(
      'CREATE TABLE t (a TEXT COLLATE "C" NOT NULL, b BIGINT)',
    );
    expect(postgresText("SELECT CAST(? AS TEXT)")).toBe("SELECT CAST($1 AS TEXT)");
  });

  it("writes any text as an expression that holds nothing but hexadecimal digits of it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const hex = /^convert_from\(decode\('([0-9a-f]*)', 'hex'\), 'UTF8'\)$/.exec(literal(text))?.[1];
        expect(Buffer.from(hex ?? "-", "hex").toString("utf8")).toBe(
          Buffer.from(storableText(text), "utf8").toString("utf8"),
        );
      }),
    );
  });
});
