import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openGitRepository } from "./open-git-repository.js";

describe("HEAD of a repository", () => {
  let folder: string;
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args], {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  const headOf = async (path = folder) => (await openGitRepository(path))?.head();

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "throughline-head-")));
    git("init", "-q", "-b", "main");
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("has a branch and no commit at first", async () => {
    expect(await headOf()).toEqual({ commit: undefined, branch: "main" });
  });

  it("is the same from the branch's file, from packed refs, detached and in a worktree", async () => {
    git("commit", "-q", "--allow-empty", "-m", "one");
    const first = git("rev-parse", "HEAD");
    expect(await headOf()).toEqual({ commit: first, branch: "main" });
    git("pack-refs", "--all");
    expect(await headOf()).toEqual({ commit: first, branch: "main" });
    git("commit", "-q", "--allow-empty", "-m", "two");
    const second = git("rev-parse", "HEAD");
    expect(await headOf()).toEqual({ commit: second, branch: "main" });
    git("worktree", "add", "-q", "-b", "feature/tree", join(folder, "tree"), first);
    expect(await headOf(join(folder, "tree"))).toEqual({ commit: first, branch: "feature/tree" });
    git("checkout", "-q", "--detach");
    expect(await headOf()).toEqual({ commit: second, branch: undefined });
  });
});
