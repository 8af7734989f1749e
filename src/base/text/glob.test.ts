import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { globLiteral, globMatcher } from "./glob.js";

const matches = (pattern: string, path: string) => globMatcher(pattern)(path);

const translations: Readonly<Record<string, string>> = {
  "**/": "(?:.*/)?",
  "**": ".*",
  "*": "[^/]*",
  "?": "[^/]",
  "{": "(?:",
  "}": ")",
  ",": "|",
};
const asRegExp = (glob: string) =>
  new RegExp(`^${glob.replace(/\*\*\/|\*\*|[*?{},]/g, (wildcard) => translations[wildcard] ?? "")}$`);

describe("globMatcher", () => {
  it("matches the last part of a path when the pattern has no slash", () => {
    expect(matches("*.ts", "src/db/pool.ts")).toBe(true);
    expect(matches("*.ts", "src/db/pool.tsx")).toBe(false);
    expect(matches("**/*test*", "src/a.test.ts")).toBe(true);
  });

  it("keeps one star within a folder and lets two cross folders", () => {
    expect(matches("src/*.js", "src/api/limit.js")).toBe(false);
    expect(matches("src/**/*.js", "src/api/limit.js")).toBe(true);
    expect(matches("src/**/*.js", "src/limit.js")).toBe(true);
    expect(matches("docs/**", "src/limit.js")).toBe(false);
  });

  it("finds a relative pattern inside an absolute path", () => {
    expect(matches("src/**/*.js", "/home/ada/web/src/api/limit.js")).toBe(true);
  });

  it("takes alternatives in braces", () => {
    expect(["a.ts", "a.js", "a.py"].filter(globMatcher("*.{ts,js}"))).toEqual(["a.ts", "a.js"]);
  });

  it("nests alternatives and lets them hold stars", () => {
    const paths = ["a/x.ts", "a/b/y.ts", "c/z.js", "c/z.py"];
    expect(paths.filter(globMatcher("{a/**,c/*.{js,css}}"))).toEqual(["a/x.ts", "a/b/y.ts", "c/z.js"]);
  });

  it("takes no exponential time, however many stars a pattern has", () => {
    expect(matches(`${"*a".repeat(50)}b`, "a".repeat(1000))).toBe(false);
    expect(matches(`${"{a,*}".repeat(50)}b`, "a".repeat(200))).toBe(false);
  });

  it("agrees with the equivalent regular expression", () => {
    const part = fc.constantFrom("a", "b", "/", "*", "**", "**/", "?", "{a,b}", "{a*,/b}");
    const pattern = fc.array(part, { maxLength: 6 }).map((parts) => `/${parts.join("")}`);
    const path = fc.string({ unit: fc.constantFrom("a", "b", "/", "."), maxLength: 8 }).map((rest) => `/${rest}`);
    fc.assert(
      fc.property(pattern, path, (glob, text) => {
        expect(matches(glob, text)).toBe(asRegExp(glob).test(text));
      }),
    );
  });

  it("never throws, whatever the pattern", () => {
    fc.assert(fc.property(fc.string(), fc.string(), (pattern, path) => void matches(pattern, path)));
  });

  it("matches a literal path with itself", () => {
    const name = fc.string({ unit: fc.constantFrom(..."abz09.+()$^[]-"), minLength: 1 });
    fc.assert(fc.property(name, (path) => matches(path, path)));
  });
});

describe("globLiteral", () => {
  it("is part of every path that matches", () => {
    const part = fc.constantFrom("a", "b", "ab", "/", "*", "**", "**/", "?", "{a,b}", "{a,{b,/}b}a", "{", "}", ",");
    const pattern = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(""));
    const path = fc.string({ unit: fc.constantFrom("a", "b", "/", ",", "}"), maxLength: 8 });
    fc.assert(
      fc.property(pattern, path, (glob, text) => !matches(glob, text) || text.includes(globLiteral(glob))),
      { numRuns: 2000 },
    );
  });

  it("is as long as it can be", () => {
    expect(["src/**/*.ts", "**/pool.ts", "*.{ts,js}", "{a,b}/c"].map(globLiteral)).toEqual([
      "src/",
      "pool.ts",
      ".",
      "c",
    ]);
  });
});
