import { describe, expect, it } from "vitest";
import { beginsLine, isLineBreak, literalEnd } from "./literal-end.js";

const quote = '"'.charCodeAt(0);

describe("literalEnd", () => {
  it("ends a literal at its quotation mark, or at the backslashes that escape it", () => {
    expect(literalEnd('abc" d', 0, quote, 50)).toBe(3);
    expect(literalEnd('abc\\" d', 0, quote, 50)).toBe(3);
    expect(literalEnd('a\\bc\\\\\\" d', 0, quote, 50)).toBe(4);
  });

  it("finds no end behind a blank, behind the longest length, or in a text that stops", () => {
    expect(literalEnd('abc d"', 0, quote, 50)).toBe(-1);
    expect(literalEnd(`${"a".repeat(60)}"`, 0, quote, 50)).toBe(-1);
    expect(literalEnd("abc", 0, quote, 50)).toBe(-1);
  });
});

describe("beginsLine and isLineBreak", () => {
  it("know line breaks of files and of JSON", () => {
    expect(beginsLine("a\nb", 2)).toBe(true);
    expect(beginsLine("a\\nb", 3)).toBe(true);
    expect(beginsLine("onb", 2)).toBe(false);
    expect(isLineBreak("a\\\\nb", 1)).toBe(true);
    expect(isLineBreak("a\\b", 1)).toBe(false);
  });
});
