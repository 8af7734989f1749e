import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { noIgnoreRules, walkRepository } from "../src/domain/code/walk-repository.js";
import { gitCliLocator } from "../src/engine/git-cli/git-cli-locator.js";
import type { GitLocator } from "../src/engine/git-locator.js";
import { nodeFileTree } from "../src/engine/node-files/node-file-tree.js";

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

describe("the files of a folder", () => {
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

  /** What we leave out of the files in the same folder. */
  async function byUs(git: Pick<GitLocator, "listedFiles" | "trackedFiles">): Promise<string[]> {
    const options = { include: ["**"], exclude: [], maxFileSize: 1000 };
    const walked = new Set((await walkRepository(nodeFileTree, folder, options, git)).files.map(({ path }) => path));
    return files.filter((file) => !walked.has(file)).sort();
  }

  const withoutGit = { listedFiles: async () => undefined, trackedFiles: async () => undefined };

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
  ])("are git's where git ignores %j", async (text) => {
    const ignored = byGit({ "": text, src: "" });
    expect(await byUs(gitCliLocator)).toEqual(ignored);
  });

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
    "[ab]*",
    "[ab].log",
    "?",
    "a?",
    "**",
    "/**/a",
    "x/**/a",
    "lib/**/y/",
    "*/a",
    "!a",
    "a\r\nab\r",
    "# a\n\nab  ",
  ])("are the same without git for the usual line %j", async (text) => {
    const ignored = byGit({ "": text, src: "" });
    expect(await byUs(withoutGit)).toEqual(ignored);
  });

  it("are git's for nested ignore files that negate and add patterns, with and without git", async () => {
    const ignored = byGit({ "": "*.txt\nbuild/\na", src: "!foo.txt\n/a\nb.log" });
    expect(await byUs(gitCliLocator)).toEqual(ignored);
    expect(await byUs(withoutGit)).toEqual(ignored);
  });

  it("include what git tracks although a line ignores it, and those of repositories inside", async () => {
    byGit({ "": "*.log\n", src: "" });
    execFileSync("git", ["-C", folder, "add", "-f", "src/b.log"]);
    execFileSync("git", ["init", "-q", join(folder, "lib/x")]);
    writeFileSync(join(folder, "lib/x/.gitignore"), "y/\n");
    const ignored = await byUs(gitCliLocator);
    execFileSync("git", ["-C", folder, "rm", "-q", "--cached", "src/b.log"]);
    for (const path of ["lib/x/.git", "lib/x/.gitignore"]) rmSync(join(folder, path), { recursive: true });
    expect(ignored).toEqual(["b.log", "lib/x/y/z/foo.txt", "src/x/y/b.log"]);
  });

  it("are all that a folder has which the repository around it ignores", async () => {
    byGit({ "": "build/\n", src: "" });
    const options = { include: ["**"], exclude: [], maxFileSize: 1000 };
    const { files: walked } = await walkRepository(nodeFileTree, join(folder, "build"), options, gitCliLocator);
    expect(walked.map(({ path }) => path)).toEqual(["out/a"]);
  });

  it("finish on patterns designed to be slow", () => {
    const hostile = `${"*a".repeat(60)}b`;
    const rules = noIgnoreRules.within("", `${hostile}\n/${"**/".repeat(50)}x`);
    expect(rules.ignores("a".repeat(4000), false)).toBe(false);
  });
});
