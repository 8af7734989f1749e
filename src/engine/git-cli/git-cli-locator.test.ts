import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { gitCliLocator } from "./git-cli-locator.js";

let folder: string;
const pathOf = (name: string) => join(folder, name);
const init = (name: string) => execFileSync("git", ["init", "-q", pathOf(name)]);

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "throughline-locator-")));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

describe("gitCliLocator", () => {
  it("finds the repository of a folder below it", async () => {
    init("shop");
    execFileSync("git", ["-C", pathOf("shop"), "remote", "add", "origin", "https://example.com/shop.git"]);
    mkdirSync(pathOf("shop/src/deep"), { recursive: true });
    expect(await gitCliLocator.locate(pathOf("shop/src/deep"))).toEqual({
      root: pathOf("shop"),
      commonDir: pathOf("shop/.git"),
      remote: "https://example.com/shop.git",
    });
  });

  it("ignores an empty .git folder, as git does", async () => {
    init("shop");
    mkdirSync(pathOf("shop/src/.git"), { recursive: true });
    expect(await gitCliLocator.locate(pathOf("shop/src"))).toMatchObject({ root: pathOf("shop") });
  });

  it("finds repositories below a folder, but not inside one", async () => {
    for (const name of ["ws/one", "ws/deep/two", "ws/one/inner"]) init(name);
    expect(await gitCliLocator.discover(pathOf("ws"), 3)).toEqual([pathOf("ws/deep/two"), pathOf("ws/one")]);
    expect(await gitCliLocator.discover(pathOf("ws"), 1)).toEqual([pathOf("ws/one")]);
  });

  it("reads the repository of the folder, also when started by a git hook of another one", async () => {
    for (const name of ["shop", "other"]) {
      init(name);
      execFileSync("git", ["-C", pathOf(name), "config", "user.name", name]);
    }
    vi.stubEnv("GIT_DIR", pathOf("other/.git"));
    expect(await gitCliLocator.userName(pathOf("shop"))).toBe("shop");
  });

  it("lists commits newest first with the files below a folder, and only those after a known one", async () => {
    init("shop");
    const git = (...args: string[]) =>
      execFileSync("git", ["-C", pathOf("shop"), "-c", "user.name=a", "-c", "user.email=a@b", ...args], {
        encoding: "utf8",
      });
    const commit = (subject: string, ...files: string[]) => {
      for (const file of files) {
        mkdirSync(dirname(pathOf(`shop/${file}`)), { recursive: true });
        writeFileSync(pathOf(`shop/${file}`), subject);
      }
      git("add", "-A");
      git("commit", "-q", "-m", subject);
      return git("rev-parse", "HEAD").trim();
    };
    const first = commit("First: größer", "a.ts", "lib/two words.ts");
    const second = commit("Second", "lib/ü.ts");
    expect(await gitCliLocator.commits(pathOf("shop"), undefined, 9)).toEqual({
      head: second,
      commits: [
        { subject: "Second", files: ["lib/ü.ts"] },
        { subject: "First: größer", files: ["a.ts", "lib/two words.ts"] },
      ],
    });
    const below = await gitCliLocator.commits(pathOf("shop/lib"), first, 9);
    expect(below?.commits).toEqual([{ subject: "Second", files: ["ü.ts"] }]);
    expect((await gitCliLocator.commits(pathOf("shop"), second, 9))?.commits).toEqual([]);
    git("pack-refs", "--all");
    expect((await gitCliLocator.commits(pathOf("shop"), first, 9))?.head).toBe(second);
    // A commit that was rewritten and is gone.
    expect((await gitCliLocator.commits(pathOf("shop"), "0".repeat(40), 9))?.commits).toHaveLength(2);
    expect(await gitCliLocator.commits(pathOf("gone"), undefined, 9)).toBeUndefined();
  });

  it("answers undefined for a folder that is gone", async () => {
    expect(await gitCliLocator.locate(pathOf("gone"))).toBeUndefined();
    expect(await gitCliLocator.rootCommit(pathOf("gone"))).toBeUndefined();
  });
});
