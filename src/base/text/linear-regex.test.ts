import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linearRegex } from "./linear-regex.js";

describe("a regular expression in linear time", () => {
  it.each([
    ["console\\.log", "x console.log(1)", true],
    ["console\\.log", "console.logger", false],
    ["dd\\(", "add(1)", false],
    ["\\bdd\\(|nightly", "nightly-2024", true],
    ["@quill/db", "from '@quill/db-types'", false],
    ["simply|just", "Simply run it", true],
    ["simply|just", "the justification", false],
    ["LiveData", "livedata", false],
    ["+nightly", "cargo +nightly fmt", true],
    ['rust-version = "(?!1\\.74)', 'rust-version = "1.80"', true],
    ['rust-version = "(?!1\\.74)', 'rust-version = "1.74"', false],
    ["(?<!registry\\.)Find\\(", "registry.Find(", false],
    ["(?i)ABC", "abc", true],
    ["(?i:Purge)_All", "PURGE_all", true],
    ["^\\s*import pandas", "x\n  import pandas as pd", true],
    ["não", "isso não pode", true],
    ["no 🚀", "no 🚀 here", true],
  ])("%s in %j: %j", (pattern, text, isFound) => {
    expect(linearRegex(pattern)(text)).toBe(isFound);
  });

  it.each(["(a", "a)", "\\1", "[a", "a{99}", "(a{50}){50}{50}", "(?m)a", "[z-a]"])("%s is refused", (pattern) => {
    expect(() => linearRegex(pattern)).toThrow(SyntaxError);
  });

  it("finds what JavaScript finds", () => {
    const atom = fc.constantFrom(
      "a",
      "b",
      "c",
      ".",
      "[ab]",
      "[^a]",
      "\\w",
      "\\s",
      "\\b",
      "^",
      "$",
      "(?=a)",
      "(?!b)",
      "(?<=a)",
      "(?<!b)",
    );
    const quantified = fc
      .tuple(atom, fc.constantFrom("", "", "*", "+", "?", "{1,2}", "*?"))
      .map(([one, times]) => (/^(?:\\b|\^|\$|\(\?)/.test(one) ? one : one + times));
    const pattern = fc.letrec<{ all: string; group: string }>((tie) => ({
      all: fc
        .array(fc.oneof({ weight: 4, arbitrary: quantified }, { weight: 1, arbitrary: tie("group") }), {
          minLength: 1,
          maxLength: 5,
        })
        .map((parts) => parts.join("")),
      group: fc
        .tuple(tie("all"), tie("all"), fc.constantFrom("", "*", "+", "?"))
        .map(([a, b, times]) => `(${a}|${b})${times}`),
    })).all;
    const short = pattern.filter(({ length }) => length < 300);
    const text = fc.string({ unit: fc.constantFrom("a", "b", "c", " ", "\n"), maxLength: 12 });
    fc.assert(
      fc.property(short, text, (source, given) => {
        expect(linearRegex(`(?:${source})`, true)(given)).toBe(new RegExp(source, "m").test(given));
      }),
      { numRuns: 2000 },
    );
  });

  it.each(["(a*)*b", "(a|a)*b", ".*.*.*b", "(a+)+$|b"])(
    "%s takes no more than a few steps for each character",
    (pattern) => {
      const matches = linearRegex(pattern);
      const timeOf = (length: number) => {
        const start = process.cpuUsage();
        expect(matches(`${"a".repeat(length)}c`)).toBe(false);
        const { user, system } = process.cpuUsage(start);
        return user + system;
      };
      timeOf(1000);
      expect(timeOf(40_000)).toBeLessThan(2_000_000);
    },
  );
});
