import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

  it("answers undefined for a folder that is gone", async () => {
    expect(await gitCliLocator.locate(at("gone"))).toBeUndefined();
    expect(await gitCliLocator.rootCommit(at("gone"))).toBeUndefined();
  });
});
