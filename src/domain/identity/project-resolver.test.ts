import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { callAs } from "../../../test/support/call-as.js";
import { type TestApp, testApp } from "../../../test/support/test-app.js";
import { projectKey, projectName } from "./project-resolver.js";

const key = (remote: string) => projectKey({ remote, commonDir: "/home/ada/shop/.git" });

describe("projectKey", () => {
  it("is the same for every form of one remote, and never contains credentials", () => {
    for (const remote of [
      "git@github.com:acme/shop.git",
      "https://github.com/acme/shop",
      "https://ada:secret@GitHub.com/acme/shop.git/",
      "ssh://git@github.com:22/acme/shop.git",
    ]) {
      expect(key(remote), remote).toBe("github.com/acme/shop");
    }
  });

  it("is the repository's path when the remote is a folder or missing", () => {
    for (const remote of ["/srv/git/shop.git", "../shop", "C:\\git\\shop"]) expect(key(remote)).toBe("/home/ada/shop");
    expect(projectKey({ remote: "", commonDir: "/home/ada/notes" })).toBe("/home/ada/notes");
  });

  it("has a short name", () => {
    expect(projectName({ remote: "git@github.com:acme/shop.git", commonDir: "/x/.git" })).toBe("shop");
  });
});

const lesson = { title: "Close the pool", content: "Else the next start fails.", outcome: "success" };
const fix = {
  title: "Start it",
  problem: "connect ECONNREFUSED",
  root_cause: "down",
  solution: "docker compose up db",
  category: "database",
  scope: "project",
  tenant_id: "t",
};

describe("what was recorded in a repository", () => {
  let app: TestApp;
  let folder: string;
  const git = (cwd: string, ...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], { cwd, stdio: "pipe" });
  const repository = (name: string) => {
    const path = join(folder, name);
    git(folder, "init", "-q", "-b", "main", path);
    git(path, "commit", "-q", "--allow-empty", "-m", `start ${name}`);
    return path;
  };
  const record = async (path: string) => {
    const call = callAs(app);
    await call("memory_record", { ...lesson, project_id: path });
    await call("checkpoint_save", { session_id: "s", tenant_id: "t", project_path: path, summary: "half" });
    await call("remediation_record", { ...fix, project_path: path });
  };
  const countRecords = async (path: string) => {
    const call = callAs(app);
    const memories = await call("memory_search", { project_id: path, query: "close the pool" });
    const checkpoints = await call("checkpoint_list", { tenant_id: "t", project_path: path });
    const fixes = await call("remediation_search", {
      query: fix.problem,
      tenant_id: "t",
      scope: "project",
      project_path: path,
    });
    return [memories.count, checkpoints.count, fixes.count];
  };

  beforeEach(async () => {
    app = await testApp();
    folder = realpathSync(mkdtempSync(join(tmpdir(), "throughline-identity-")));
  });
  afterEach(async () => {
    await app.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it("is found when the folder of the call is named by a dot", async () => {
    await record(".");
    expect(await countRecords(app.folder)).toEqual([1, 1, 1]);
    expect(await countRecords("./")).toEqual([1, 1, 1]);
    expect(await countRecords("..")).toEqual([0, 0, 0]);
  });

  it("is found after the repository moved, in its clones, and after it got a remote", async () => {
    const first = repository("app");
    await record(first);
    const moved = join(folder, "elsewhere");
    renameSync(first, moved);
    expect(await countRecords(moved)).toEqual([1, 1, 1]);
    git(moved, "remote", "add", "origin", "git@host.org:team/app.git");
    expect(await countRecords(moved)).toEqual([1, 1, 1]);
    git(folder, "clone", "-q", moved, join(folder, "copy"));
    git(join(folder, "copy"), "remote", "set-url", "origin", "https://host.org/team/app");
    expect(await countRecords(join(folder, "copy"))).toEqual([1, 1, 1]);
  });

  it("is not found in another repository of the same name, nor in a fork", async () => {
    const one = repository("a/app");
    git(one, "remote", "add", "origin", "https://host.org/team/app");
    await record(one);
    expect(await countRecords(repository("b/app"))).toEqual([0, 0, 0]);
    git(folder, "clone", "-q", one, join(folder, "fork"));
    git(join(folder, "fork"), "remote", "set-url", "origin", "https://host.org/me/app");
    expect(await countRecords(join(folder, "fork"))).toEqual([0, 0, 0]);
  });

  it("stays forgotten after the repository moved", async () => {
    const first = repository("app");
    const { id } = await callAs(app)("memory_record", { ...lesson, project_id: first });
    await callAs(app)("memory_forget", { memory_id: id });
    renameSync(first, join(folder, "moved"));
    await expect(callAs(app)("memory_record", { ...lesson, project_id: join(folder, "moved") })).rejects.toMatchObject({
      problem: "conflict",
    });
  });

  it("is found after the remote was renamed", async () => {
    const path = repository("app");
    git(path, "remote", "add", "origin", "https://host.org/team/app");
    await record(path);
    git(path, "remote", "set-url", "origin", "https://host.org/new-team/app");
    expect(await countRecords(path)).toEqual([1, 1, 1]);
  });
});
