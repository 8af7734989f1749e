import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { gitCliLocator } from "./git-cli-locator.js";

let folder: string;
const at = (name: string) => join(folder, name);
const init = (name: string) => execFileSync("git", ["init", "-q", at(name)]);

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
    execFileSync("git", ["-C", at("shop"), "remote", "add", "origin", "https://example.com/shop.git"]);
    mkdirSync(at("shop/src/deep"), { recursive: true });
    expect(await gitCliLocator.locate(at("shop/src/deep"))).toEqual({
      root: at("shop"),
      commonDir: at("shop/.git"),
      remote: "https://example.com/shop.git",
    });
  });

  it("passes over an empty .git folder, as git does", async () => {
    init("shop");
    mkdirSync(at("shop/src/.git"), { recursive: true });
    expect(await gitCliLocator.locate(at("shop/src"))).toMatchObject({ root: at("shop") });
  });

  it("finds repositories below a folder, but not inside one", async () => {
    for (const name of ["ws/one", "ws/deep/two", "ws/one/inner"]) init(name);
    expect(await gitCliLocator.discover(at("ws"), 3)).toEqual([at("ws/deep/two"), at("ws/one")]);
    expect(await gitCliLocator.discover(at("ws"), 1)).toEqual([at("ws/one")]);
  });

  it("asks the repository of the folder, also when a git hook of another one started us", async () => {
    for (const name of ["shop", "other"]) {
      init(name);
      execFileSync("git", ["-C", at(name), "config", "user.name", name]);
    }
    vi.stubEnv("GIT_DIR", at("other/.git"));
    expect(await gitCliLocator.userName(at("shop"))).toBe("shop");
  });

  it("lists commits newest first with the files below a folder, and only those after a known one", async () => {
    init("shop");
    const git = (...args: string[]) =>
      execFileSync("git", ["-C", at("shop"), "-c", "user.name=a", "-c", "user.email=a@b", ...args], {
        encoding: "utf8",
      });
    const commit = (subject: string, ...files: string[]) => {
      for (const file of files) {
        mkdirSync(dirname(at(`shop/${file}`)), { recursive: true });
        writeFileSync(at(`shop/${file}`), subject);
      }
      git("add", "-A");
      git("commit", "-q", "-m", subject);
      return git("rev-parse", "HEAD").trim();
    };
    const first = commit("First: größer", "a.ts", "lib/two words.ts");
    const second = commit("Second", "lib/ü.ts");
    expect(await gitCliLocator.commits(at("shop"), undefined, 9)).toEqual({
      head: second,
      commits: [
        { subject: "Second", files: ["lib/ü.ts"] },
        { subject: "First: größer", files: ["a.ts", "lib/two words.ts"] },
      ],
    });
    const below = await gitCliLocator.commits(at("shop/lib"), first, 9);
    expect(below?.commits).toEqual([{ subject: "Second", files: ["ü.ts"] }]);
    expect((await gitCliLocator.commits(at("shop"), second, 9))?.commits).toEqual([]);
    // A commit that was rewritten and is gone.
    expect((await gitCliLocator.commits(at("shop"), "0".repeat(40), 9))?.commits).toHaveLength(2);
    expect(await gitCliLocator.commits(at("gone"), undefined, 9)).toBeUndefined();
  });

  it("answers undefined for a folder that is gone", async () => {
    expect(await gitCliLocator.locate(at("gone"))).toBeUndefined();
    expect(await gitCliLocator.rootCommit(at("gone"))).toBeUndefined();
  });
});
