import { describe, expect, it } from "vitest";
import { fixedLength, parseTokenPattern } from "./parse-token-pattern.js";

describe("parseTokenPattern", () => {
  it("reads runs, literals, choices and options", () => {
    const pattern = parseTokenPattern("alnum*36 '-' 'live'|'test'? hex*2..4 digit");
    expect(
      pattern.map((part) =>
        part.kind === "run" ? [part.alphabet, part.min, part.max] : [part.choices, part.optional],
      ),
    ).toEqual([
      ["alnum", 36, 36],
      [["-"], false],
      [["live", "test"], true],
      ["hex", 2, 4],
      ["digit", 1, 1],
    ]);
  });

  it("leaves a run without an upper bound open", () => {
    expect(parseTokenPattern("slug*20..")[0]).toMatchObject({ min: 20, open: true });
    expect(parseTokenPattern("slug*20..30")[0]).toMatchObject({ min: 20, max: 30, open: false });
  });

  it.each(["letters*3", "alnum*x", "'open", "hex*99999"])("names the part it cannot read in %s", (notation) => {
    expect(() => parseTokenPattern(notation)).toThrow(RangeError);
  });
});

describe("fixedLength", () => {
  it("adds up parts of one length and knows when there is more than one", () => {
    expect(fixedLength(parseTokenPattern("alnum*6 '_' alnum*29"))).toBe(36);
    expect(fixedLength(parseTokenPattern("alnum*6..7"))).toBeUndefined();
    expect(fixedLength(parseTokenPattern("'-'?"))).toBeUndefined();
    expect(fixedLength(parseTokenPattern("'a'|'bc'"))).toBeUndefined();
  });
});
