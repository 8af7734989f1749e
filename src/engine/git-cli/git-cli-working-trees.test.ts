import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { gitCliWorkingTrees } from "./git-cli-working-trees.js";

let folder: string;
const pathOf = (name: string) => join(folder, name);
const git = (...args: string[]) =>
  execFileSync("git", ["-C", folder, "-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args], {
    encoding: "utf8",
  });
function write(name: string, text: string): void {
  mkdirSync(dirname(pathOf(name)), { recursive: true });
  writeFileSync(pathOf(name), text);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "throughline-repo-"));
  git("init", "-q", "-b", "main");
  write("a.txt", "one\n");
  write("src/b.ts", "export {};\n");
  write(".gitignore", "ignored/\n");
  git("add", "-A");
  git("commit", "-q", "-m", "start");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("state", () => {
  const dirty = async () => (await gitCliWorkingTrees.state(folder)).dirty;

  it("is the same for the same content, and changes with edits, new files and commits", async () => {
    const clean = await dirty();
    expect(await dirty()).toBe(clean);
    write("a.txt", "two\n");
    const edited = await dirty();
    expect(edited).not.toBe(clean);
    write("a.txt", "six\n");
    expect(await dirty()).not.toBe(edited);
    write("a.txt", "one\n");
    expect(await dirty()).toBe(clean);
    write("new file.txt", "x");
    expect([...(await gitCliWorkingTrees.state(folder)).uncommitted.keys()]).toEqual(["new file.txt"]);
  });

  it("detects changes of branches, configuration and hooks, which are not in the working tree", async () => {
    const guarded = async () => (await gitCliWorkingTrees.state(folder)).guarded;
    const before = await guarded();
    git("branch", "side");
    const branched = await guarded();
    write(".git/hooks/post-checkout", "#!/bin/sh\n");
    expect(new Set([before, branched, await guarded()]).size).toBe(3);
  });

  it("hashes the files of a folder without git", async () => {
    rmSync(pathOf(".git"), { recursive: true });
    const { isGit, dirty: before } = await gitCliWorkingTrees.state(folder);
    write("src/b.ts", "export const longer = 1;\n");
    expect(isGit).toBe(false);
    expect(await dirty()).not.toBe(before);
  });
});

describe("check", () => {
  it("reports what is wrong with a path", async () => {
    expect(await gitCliWorkingTrees.check(folder)).toBe("ok");
    expect(await gitCliWorkingTrees.check(pathOf("nowhere"))).toBe("missing");
    expect(await gitCliWorkingTrees.check(pathOf("a.txt"))).toBe("not a folder");
    expect(await gitCliWorkingTrees.check(folder, "write")).toBe("ok");
  });
});

describe("files", () => {
  it("lists what belongs to the repository, new files too, ignored ones not", async () => {
    write("ignored/x.txt", "x");
    write("new.txt", "x");
    expect(await gitCliWorkingTrees.files(folder)).toEqual([".gitignore", "a.txt", "new.txt", "src/b.ts"]);
  });
});

describe("snapshot", () => {
  it("restores files, index and branch exactly, whatever was done in between", async () => {
    write("staged.txt", "staged\n");
    git("add", "staged.txt");
    write("staged.txt", "staged and edited\n");
    write("untracked.txt", "mine\n");
    write("a.txt", "dirty\n");
    const status = git("status", "--porcelain");
    const log = git("log", "--oneline");
    const snapshot = await gitCliWorkingTrees.snapshot(folder, "runs/one");
    expect(git("status", "--porcelain")).toBe(status);

    rmSync(pathOf("untracked.txt"));
    write("a.txt", "broken");
    write("made/by/agent.txt", "x");
    git("checkout", "-q", "-b", "elsewhere");
    git("add", "-A");
    git("commit", "-q", "-m", "agent");

    await gitCliWorkingTrees.restore(folder, (await gitCliWorkingTrees.snapshotOf(folder, "runs/one")) ?? snapshot);
    expect(git("status", "--porcelain")).toBe(status);
    expect(git("log", "--oneline")).toBe(log);
    expect(git("symbolic-ref", "HEAD").trim()).toBe("refs/heads/main");
    expect(readFileSync(pathOf("staged.txt"), "utf8")).toBe("staged and edited\n");
    expect(readFileSync(pathOf("untracked.txt"), "utf8")).toBe("mine\n");
    expect(existsSync(pathOf("made/by/agent.txt"))).toBe(false);
  });

  it("works before the first commit", async () => {
    rmSync(pathOf(".git"), { recursive: true });
    git("init", "-q", "-b", "main");
    await gitCliWorkingTrees.snapshot(folder, "runs/one");
    write("a.txt", "changed");
    const snapshot = await gitCliWorkingTrees.snapshotOf(folder, "runs/one");
    if (snapshot) await gitCliWorkingTrees.restore(folder, snapshot);
    expect(readFileSync(pathOf("a.txt"), "utf8")).toBe("one\n");
    expect(git("status", "--porcelain")).toContain("?? a.txt");
  });

  it("shows what changed between two of them, also in a tree that was dirty before", async () => {
    write("a.txt", "mine, before\n");
    const before = await gitCliWorkingTrees.snapshot(folder, "runs/before");
    write("created.txt", "one\ntwo\n");
    git("mv", "src/b.ts", "src/renamed.ts");
    chmodSync(pathOf("a.txt"), 0o755);
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
  it("commits a run's work on a separate branch", async () => {
    const worktree = `${folder}-work`;
    await gitCliWorkingTrees.addWorktree(folder, worktree, "throughline/one");
    expect(await gitCliWorkingTrees.commitAll(worktree, "nothing")).toBeUndefined();
    writeFileSync(join(worktree, "new.txt"), "x");
    expect(await gitCliWorkingTrees.commitAll(worktree, "work")).toMatch(/^[0-9a-f]{40}$/);
    await gitCliWorkingTrees.removeWorktree(folder, worktree);
    expect(existsSync(worktree)).toBe(false);
    expect(git("show", "--stat", "throughline/one")).toContain("new.txt");
    expect(await gitCliWorkingTrees.deleteBranch(folder, "throughline/one")).toBe(true);
    expect(git("status", "--porcelain")).toBe("");
  });
});
