import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { nodeFiles } from "../../engine/node-files/node-files.js";
import { findProjectRoot } from "./find-project-root.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "throughline-root-"));
  mkdirSync(join(folder, "shop/src"), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const find = () => findProjectRoot(nodeFiles, join(folder, "shop/src"));

describe("findProjectRoot", () => {
  it("finds a repository, a linked working tree and a store", async () => {
    mkdirSync(join(folder, ".git"));
    writeFileSync(join(folder, ".git/HEAD"), "ref: refs/heads/main\n");
    expect(await find()).toBe(folder);
    mkdirSync(join(folder, ".git/worktrees/shop"), { recursive: true });
    writeFileSync(join(folder, ".git/worktrees/shop/HEAD"), "ref: refs/heads/shop\n");
    writeFileSync(join(folder, "shop/.git"), `gitdir: ${join(folder, ".git/worktrees/shop")}\n`);
    expect(await find()).toBe(join(folder, "shop"));
    mkdirSync(join(folder, "shop/src/.context-teleport"));
    expect(await find()).toBe(join(folder, "shop/src"));
  });

  it("ignores an empty .git folder, as git does", async () => {
    mkdirSync(join(folder, ".git"));
    writeFileSync(join(folder, ".git/HEAD"), "ref: refs/heads/main\n");
    mkdirSync(join(folder, "shop/.git"));
    expect(await find()).toBe(folder);
  });
});
