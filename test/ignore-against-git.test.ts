import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type IgnoreRules, noIgnoreRules } from "../src/domain/code/ignore-rules.js";

const files = [
  ...["a", "b.log", "ab", "a b", "#x", "!y", "foo.txt", "[z]", "src/a", "src/b.log", "src/foo.txt", "src/x/a", "a.d/a"],
  ...[
    "src/x/foo.txt",
    "src/x/y/b.log",
    "lib/a",
    "lib/x/a",
    "lib/x/y/z/foo.txt",
    "build/out/a",
    "src/build/a",
    "x/src/a",
  ],
];

describe("ignore rules", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "throughline-ignore-"));
    execFileSync("git", ["init", "-q", folder]);
    for (const file of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), "");
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** What git itself ignores of the files, with these ignore files in place. */
  function byGit(ignoreFiles: Readonly<Record<string, string>>): string[] {
    for (const [at, text] of Object.entries(ignoreFiles)) writeFileSync(join(folder, at, ".gitignore"), text);
    const result = spawnSync("git", ["check-ignore", "--no-index", "--stdin", "-z"], {
      ...{ cwd: folder, input: files.join("\0"), encoding: "utf8" },
    });
    return result.stdout.split("\0").filter(Boolean).sort();
  }

  function byUs(ignoreFiles: Readonly<Record<string, string>>): string[] {
    return files.filter((file) => isIgnored(file, ignoreFiles)).sort();
  }

  function isIgnored(file: string, ignoreFiles: Readonly<Record<string, string>>): boolean {
    const parts = file.split("/");
    let rules: IgnoreRules = noIgnoreRules;
    for (let i = 0; i < parts.length; i++) {
      const above = parts.slice(0, i).join("/");
      rules = rules.within(above, ignoreFiles[above] ?? "");
      if (rules.ignores(parts.slice(0, i + 1).join("/"), i < parts.length - 1)) return true;
    }
    return false;
  }

  it.each([
    "a",
    "/a",
    "a/",
    "*.log",
    "src/*",
    "src/**",
    "**/x",
    "src/**/foo.txt",
    "*\n!src\n!src/a",
    "src/\n!src/a",
    "build/",
    "\\#x",
    "\\!y",
    "a\\ b",
    "foo.txt   ",
    "[ab]*",
    "[!a]",
    "[^a]",
    "[a-c].log",
    "[[:alpha:]]",
    "\\[z\\]",
    "[z]",
    "?",
    "a?",
    "**",
    "**/",
    "/**/a",
    "x/**/a",
    "lib/**/y/",
    "*/a",
    "***",
    "src/***/a",
    "**\\/[ab]**",
    "src/**\\/a",
    "a**",
    "[",
    "\\",
    "/",
    "!a",
    "src/x/../a",
    "\ufeffa",
    "a\r\nab\r",
    "a**/*",
    "sr**/a",
    "?**/a",
  ])("match git's for %j", (text) => {
    expect(byUs({ "": text })).toEqual(byGit({ "": text, src: "" }));
  });

  it("match git's for nested ignore files that negate and add patterns", () => {
    const nested = { "": "*.txt\nbuild/\na", src: "!foo.txt\n/a\nb.log" };
    expect(byUs(nested)).toEqual(byGit(nested));
  });

  it("match git's for arbitrary lines", { timeout: 60_000 }, () => {
    const piece = fc.constantFrom(
      "a",
      "b",
      "src",
      "lib",
      "x",
      "y",
      "foo",
      ".txt",
      "*",
      "**",
      "?",
      "/",
      "!",
      "[ab]",
      "\\",
      ".",
      "[!a]",
      " ",
    );
    const line = fc.array(piece, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(""));
    const text = fc.array(line, { maxLength: 4 }).map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(text, text, (top, inner) => {
        const ignoreFiles = { "": top, src: inner };
        expect(byUs(ignoreFiles)).toEqual(byGit(ignoreFiles));
      }),
      { numRuns: 150 },
    );
  });

  it("finish on patterns designed to be slow", () => {
    const hostile = `${"*a".repeat(60)}b`;
    const rules = noIgnoreRules.within("", `${hostile}\n/${"**/".repeat(50)}x`);
    expect(rules.ignores("a".repeat(4000), false)).toBe(false);
  });
});
