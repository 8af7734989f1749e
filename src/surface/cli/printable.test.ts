import { describe, expect, it } from "vitest";
import { printable, printableJson } from "./run-cli.js";

const evil = "a\x1b]52;c;AAAA\x07b\x9b2Jc\u202ed\r\ne";

describe("printable", () => {
  it("removes control characters from every text and name of an answer, and keeps lines", () => {
    const shown = printable({ [evil]: [evil, { deep: evil }], n: 1, none: null, flag: true });
    expect(JSON.stringify(shown).replaceAll("\\n", "")).not.toMatch(/\\u|\p{Cc}|\u202e/u);
    expect(printable(evil)).toContain("\ne");
    expect(shown).toMatchObject({ n: 1, none: null, flag: true });
  });
});

describe("printableJson", () => {
  it("escapes what a terminal would obey, without a loss", () => {
    const text = printableJson({ evil });
    expect(text).not.toMatch(/\p{Cc}|\u202e/u);
    expect(JSON.parse(text)).toEqual({ evil });
  });
});
