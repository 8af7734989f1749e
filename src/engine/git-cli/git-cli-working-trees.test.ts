import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { gitCliWorkingTrees } from "./git-cli-working-trees.js";

let folder: string;
const at = (name: string) => join(folder, name);
const git = (...args: string[]) =>
  execFileSync("git", ["-C", folder, "-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args], {
    encoding: "utf8",
  });
function put(name: string, text: string): void {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "throughline-repo-"));
  git("init", "-q", "-b", "main");
  put("a.txt", "one\n");
  put("src/b.ts", "export {};\n");
  put(".gitignore", "ignored/\n");
  git("add", "-A");
  git("commit", "-q", "-m", "start");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("state", () => {
  const dirty = async () => (await gitCliWorkingTrees.state(folder)).dirty;

  it("is the same for the same content, and changes with edits, new files and commits", async () => {
    const clean = await dirty();
    expect(await dirty()).toBe(clean);
    put("a.txt", "two\n");
    const edited = await dirty();
    expect(edited).not.toBe(clean);
    put("a.txt", "six\n");
    expect(await dirty()).not.toBe(edited);
    put("a.txt", "one\n");
    expect(await dirty()).toBe(clean);
    put("new file.txt", "x");
    expect([...(await gitCliWorkingTrees.state(folder)).uncommitted.keys()]).toEqual(["new file.txt"]);
  });

  it("notices branches, configuration and hooks, which no file of the tree shows", async () => {
    const guarded = async () => (await gitCliWorkingTrees.state(folder)).guarded;
    const before = await guarded();
    git("branch", "side");
    const branched = await guarded();
    put(".git/hooks/post-checkout", "#!/bin/sh\n");
    expect(new Set([before, branched, await guarded()]).size).toBe(3);
  });

  it("tells a folder without git by its files", async () => {
    rmSync(at(".git"), { recursive: true });
    const { isGit, dirty: before } = await gitCliWorkingTrees.state(folder);
    put("src/b.ts", "export const longer = 1;\n");
    expect(isGit).toBe(false);
    expect(await dirty()).not.toBe(before);
  });
});

describe("check", () => {
  it("tells what is wrong with a path", async () => {
    expect(await gitCliWorkingTrees.check(folder)).toBe("ok");
    expect(await gitCliWorkingTrees.check(at("nowhere"))).toBe("missing");
    expect(await gitCliWorkingTrees.check(at("a.txt"))).toBe("not a folder");
    expect(await gitCliWorkingTrees.check(folder, "write")).toBe("ok");
  });
});

describe("files", () => {
  it("lists what belongs to the repository, new files too, ignored ones not", async () => {
    put("ignored/x.txt", "x");
    put("new.txt", "x");
    expect(await gitCliWorkingTrees.files(folder)).toEqual([".gitignore", "a.txt", "new.txt", "src/b.ts"]);
  });
});

describe("snapshot", () => {
  it("restores files, index and branch exactly, whatever was done in between", async () => {
    put("staged.txt", "staged\n");
    git("add", "staged.txt");
    put("staged.txt", "staged and edited\n");
    put("untracked.txt", "mine\n");
    put("a.txt", "dirty\n");
    const status = git("status", "--porcelain");
    const log = git("log", "--oneline");
    const snapshot = await gitCliWorkingTrees.snapshot(folder, "runs/one");
    expect(git("status", "--porcelain")).toBe(status);

    rmSync(at("untracked.txt"));
    put("a.txt", "broken");
    put("made/by/agent.txt", "x");
    git("checkout", "-q", "-b", "elsewhere");
    git("add", "-A");
    git("commit", "-q", "-m", "agent");

    await gitCliWorkingTrees.restore(folder, (await gitCliWorkingTrees.snapshotOf(folder, "runs/one")) ?? snapshot);
    expect(git("status", "--porcelain")).toBe(status);
    expect(git("log", "--oneline")).toBe(log);
    expect(git("symbolic-ref", "HEAD").trim()).toBe("refs/heads/main");
    expect(readFileSync(at("staged.txt"), "utf8")).toBe("staged and edited\n");
    expect(readFileSync(at("untracked.txt"), "utf8")).toBe("mine\n");
    expect(existsSync(at("made/by/agent.txt"))).toBe(false);
  });

  it("works before the first commit", async () => {
    rmSync(at(".git"), { recursive: true });
    git("init", "-q", "-b", "main");
    await gitCliWorkingTrees.snapshot(folder, "runs/one");
    put("a.txt", "changed");
    const kept = await gitCliWorkingTrees.snapshotOf(folder, "runs/one");
    if (kept) await gitCliWorkingTrees.restore(folder, kept);
    expect(readFileSync(at("a.txt"), "utf8")).toBe("one\n");
    expect(git("status", "--porcelain")).toContain("?? a.txt");
  });

  it("shows what changed between two of them, also in a tree that was dirty before", async () => {
    put("a.txt", "mine, before\n");
    const before = await gitCliWorkingTrees.snapshot(folder, "runs/before");
    put("created.txt", "one\ntwo\n");
    git("mv", "src/b.ts", "src/renamed.ts");
    chmodSync(at("a.txt"), 0o755);
    const after = await gitCliWorkingTrees.snapshot(folder, "runs/after");
    const { changes, patch } = await gitCliWorkingTrees.difference(folder, before, after);
    expect(changes).toEqual([
      { file: "a.txt", action: "modified", added: 0, removed: 0 },
      { file: "created.txt", action: "created", added: 2, removed: 0 },
      { file: "src/renamed.ts", action: "renamed", from: "src/b.ts", added: 0, removed: 0 },
    ]);
    expect(patch).toContain("+two");
    expect(patch).not.toContain("mine, before");
  });
});

describe("worktrees", () => {
  it("keeps a run's work on a branch of its own", async () => {
    const place = `${folder}-work`;
    await gitCliWorkingTrees.addWorktree(folder, place, "throughline/one");
    expect(await gitCliWorkingTrees.commitAll(place, "nothing")).toBeUndefined();
    writeFileSync(join(place, "new.txt"), "x");
    expect(await gitCliWorkingTrees.commitAll(place, "work")).toMatch(/^[0-9a-f]{40}$/);
    await gitCliWorkingTrees.removeWorktree(folder, place);
    expect(existsSync(place)).toBe(false);
    expect(git("show", "--stat", "throughline/one")).toContain("new.txt");
    expect(await gitCliWorkingTrees.deleteBranch(folder, "throughline/one")).toBe(true);
    expect(git("status", "--porcelain")).toBe("");
  });
});
