import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTokenScan } from "./scan-tokens.js";
import { tokensOf } from "./tokens.js";

type Found = { found: [string, number][]; count: number };

function scanned(text: string, wanted: readonly string[], beginnings: readonly string[] = []): Found {
  const found: [string, number][] = [];
  const count = createTokenScan(wanted, beginnings)(text, (token, at) => found.push([token, at]));
  return { found, count };
}

function looked(text: string, wanted: readonly string[], beginnings: readonly string[] = []): Found {
  const tokens = tokensOf(text);
  const isWanted = (token: string) => wanted.includes(token) || beginnings.some((one) => token.startsWith(one));
  const found = tokens.map((token, at): [string, number] => [token, at]).filter(([token]) => isWanted(token));
  return { found, count: tokens.length };
}

const roots =
  "connect y by say eye hap control roll the should being a i Error openPool HTTP2 x_y über naïve 東京".split(" ");
const endings = [
  ...["", "'s", "n't"],
  ..."s es ies ed ing ying eed y ly ational tional ization ation ator iveness fulness ousness aliti ability biliti".split(
    " ",
  ),
  ..."logy icate ative alize iciti ical ful ness al ance ence er able ant ement ment ion ism ate ous ive ize".split(
    " ",
  ),
];
const word = fc.tuple(fc.constantFrom(...roots), fc.constantFrom(...endings)).map((parts) => parts.join(""));
const gap = fc.constantFrom(" ", "\n", ".", "...", "/", "…", "’", "::", ", ", "—", "\u00a0", "");
const prose = fc.array(fc.tuple(word, gap)).map((parts) => parts.flat().join(""));
const anyText = fc.string({ unit: fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)) });

describe("createTokenScan", () => {
  it("finds the tokens that looking through all of them finds, at the same places", () => {
    fc.assert(
      fc.property(fc.oneof(prose, anyText, fc.string()), fc.array(fc.nat(200)), (text, picks) => {
        const tokens = tokensOf(text);
        const wanted = ["connect", "sai", ...picks.flatMap((pick) => tokens[pick % Math.max(1, tokens.length)] ?? [])];
        expect(scanned(text, wanted, ["co", "東"])).toEqual(looked(text, wanted, ["co", "東"]));
      }),
      { numRuns: 500 },
    );
  });

  it("finds every stem by its first letters, whatever the ending of the word", () => {
    const letters = fc.string({ unit: fc.constantFrom(..."aeioybst"), minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.tuple(letters, fc.constantFrom(...endings), fc.constantFrom(...endings)), (parts) => {
        const text = parts.join("");
        expect(scanned(text, tokensOf(text))).toEqual(looked(text, tokensOf(text)));
      }),
      { numRuns: 2000 },
    );
  });

  it("counts words that nobody asks for, and leaves out stop words", () => {
    expect(scanned("The pool of connections should be small", ["pool"])).toEqual({ found: [["pool", 0]], count: 3 });
  });

  it("takes a word that is too long for a token for none", () => {
    const text = `${"a".repeat(70)} pool`;
    expect(scanned(text, ["pool"])).toEqual(looked(text, ["pool"]));
  });
});
