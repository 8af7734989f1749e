import { describe, expect, it } from "vitest";
import { tablesInToml, valueInToml } from "./read-toml.js";

describe("reading TOML", () => {
  it("keeps the tables of an array apart, and what is below each", () => {
    const text =
      '[[rules]]\nid = "a"\n[rules.allow]\nx = 1\n[[rules]]\nid = "b"\n[rules.allow]\nx = 2\n[[rules.more]]\n';
    expect(valueInToml(text, ["rules"])).toEqual({
      "#1": { id: "a", allow: { x: 1 } },
      "#2": { id: "b", allow: { x: 2 }, more: { "#1": {} } },
    });
    expect(tablesInToml(text).map(({ table, fields }) => [table, fields.size])).toEqual([
      ["rules", 1],
      ["rules.allow", 1],
      ["rules", 1],
      ["rules.allow", 1],
      ["rules.more", 0],
    ]);
  });

  it("reads dotted names, inline tables and tables alike", () => {
    for (const text of ["a.b.c = 1", "a = { b = { c = 1 } }", "[a.b]\nc = 1", "[a]\nb.c = 1"])
      expect(valueInToml(text, ["a", "b", "c"]), text).toBe(1);
    expect(valueInToml("[a]\n", ["a", "b"])).toBeUndefined();
  });

  it.each(["__proto__.x = 1", "a = { __proto__.x = 1 }", "[__proto__]\nx = 1", "a = []\n[a.__proto__]\nx = 1"])(
    "sets a field and no prototype: %s",
    (text) => {
      valueInToml(text, []);
      expect(({} as { x?: unknown }).x ?? ([] as { x?: unknown }).x).toBeUndefined();
    },
  );

  it("reads long strings, closed or not", () => {
    const long = "it's 'so' ".repeat(30_000);
    expect(valueInToml(`a = '''${long}'''`, ["a"])).toBe(long);
    expect(valueInToml(`a = """${long}"""`, ["a"])).toBe(long);
    expect(() => valueInToml(`a = '''${long}`, ["a"])).toThrow("at character");
  });

  it("refuses nesting that would overflow the stack", () => {
    expect(() => valueInToml(`a = ${"[".repeat(100_000)}`, [])).toThrow("nested too deep");
  });
});
