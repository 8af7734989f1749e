import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fixedRuntime } from "../../base/runtime.js";
import { gitCliLocator } from "../../engine/git-cli/git-cli-locator.js";
import type { Sql } from "../../engine/sql.js";
import { openSqlite } from "../../engine/sqlite/open-sqlite.js";
import { openIdentityStore } from "../../store/archive/identity-store.js";
import { migrate } from "../../store/migrate.js";
import { migrations } from "../../store/migrations/index.js";
import { createProjectRegistry, normalizeRemote, type ProjectRegistry } from "./project-registry.js";

describe("normalizeRemote", () => {
  it("returns one name for every URL of a repository", () => {
    const urls = [
      "git@host.org:Team/App.git",
      "https://host.org/team/app",
      "ssh://git@host.org/team/app.git",
      "https://me:pw@host.org/team/app.git/",
    ];
    expect(new Set(urls.map(normalizeRemote))).toEqual(new Set(["remote:host.org/team/app"]));
  });
});

describe("projectRegistry", () => {
  let folder: string;
  let sql: Sql;
  let projectRegistry: ProjectRegistry;
  const git = (cwd: string, ...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], { cwd, stdio: "pipe" });
  const repository = (name: string, remote?: string) => {
    const path = join(folder, name);
    mkdirSync(path, { recursive: true });
    git(path, "init", "-q", "-b", "main");
    git(path, "commit", "-q", "--allow-empty", "-m", `start ${name}`);
    if (remote) git(path, "remote", "add", "origin", remote);
    return path;
  };
  const idOf = async (path: string) => (await projectRegistry.identify("t", path)).id;

  beforeEach(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "throughline-id-")));
    sql = await openSqlite(":memory:");
    await migrate(sql, fixedRuntime(), migrations);
    projectRegistry = createProjectRegistry({
      store: openIdentityStore(sql),
      gitLocator: gitCliLocator,
      redact: (text) => text.replaceAll("token-of-a-person", "[REDACTED]"),
    });
  });
  afterEach(async () => {
    await sql.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("treats worktrees and folders of one repository as one project", async () => {
    const main = repository("app");
    git(main, "worktree", "add", "-q", join(folder, "elsewhere"), "-b", "side");
    mkdirSync(join(main, "src"));
    expect(await idOf(join(folder, "elsewhere"))).toBe(await idOf(main));
    expect(await idOf(join(main, "src"))).toBe(await idOf(main));
    expect((await projectRegistry.identify("t", join(folder, "elsewhere"))).root).toBe(join(folder, "elsewhere"));
  });

  it("distinguishes two folders of the same name", async () => {
    expect(await idOf(repository("a/app"))).not.toBe(await idOf(repository("b/app")));
  });

  it("stores no secret that is the name of a folder, and keeps such folders apart", async () => {
    const [first, second] = [repository("token-of-a-person/app"), repository("token-of-a-person/other")];
    expect(await idOf(first)).not.toBe(await idOf(second));
    expect(await idOf(first)).toBe(await idOf(first));
    const rows = await sql.all("SELECT * FROM project_marks, known_projects");
    expect(JSON.stringify(rows)).not.toContain("token-of-a-person");
  });

  it("recognizes a clone by its remote and by its first commit", async () => {
    const origin = repository("app");
    const first = await idOf(origin);
    git(folder, "clone", "-q", origin, join(folder, "copy"));
    git(join(folder, "copy"), "remote", "remove", "origin");
    expect(await idOf(join(folder, "copy"))).toBe(first);
  });

  it("treats a fork as another project", async () => {
    const one = repository("app", "https://host.org/team/app");
    const first = await idOf(one);
    git(folder, "clone", "-q", one, join(folder, "fork"));
    git(join(folder, "fork"), "remote", "set-url", "origin", "https://host.org/me/app");
    expect(await idOf(join(folder, "fork"))).not.toBe(first);
  });

  it("stays the same project when it gets a remote later", async () => {
    const path = repository("app");
    const first = await idOf(path);
    git(path, "remote", "add", "origin", "git@host.org:team/other-name.git");
    expect(await idOf(path)).toBe(first);
    expect(await idOf(repository("second", "https://host.org/team/other-name"))).toBe(first);
  });

  it("finds projects by path, name, remote and id, and returns undefined for unknown ones", async () => {
    const path = repository("app", "https://host.org/team/shop");
    const { id } = await projectRegistry.identify("t", path);
    for (const text of [path, "shop", "SHOP", "app", id]) {
      expect((await projectRegistry.lookUp("t", text, text === "app" ? path : folder))?.id, text).toBe(id);
    }
    expect(await projectRegistry.lookUp("t", "missing", folder)).toBeUndefined();
    expect(await projectRegistry.lookUp("other", "shop", folder)).toBeUndefined();
  });

  it("keeps folders without git apart, below an empty .git folder too", async () => {
    mkdirSync(join(folder, "parent", ".git"), { recursive: true });
    for (const name of ["a/app", "b/app"]) mkdirSync(join(folder, "parent", name), { recursive: true });
    const paths = ["a/app", "b/app", "a"].map((name) => join(folder, "parent", name));
    const ids = await Promise.all(paths.map(idOf));
    expect(new Set(ids).size).toBe(3);
    expect((await projectRegistry.identify("t", paths[0] ?? "")).root).toBe(paths[0]);
  });

  it("stays the same project when its remote is renamed, and is another when the folder holds another repository", async () => {
    const path = repository("app", "https://host.org/team/app");
    const first = await idOf(path);
    expect(await projectRegistry.formerRemotes("t", path)).toEqual([]);
    git(path, "remote", "set-url", "origin", "https://host.org/new-team/renamed");
    expect(await projectRegistry.formerRemotes("t", path)).toEqual(["host.org/team/app"]);
    expect(await idOf(path)).toBe(first);
    expect(await idOf(repository("clone", "https://host.org/new-team/renamed"))).toBe(first);
    rmSync(path, { recursive: true });
    renameSync(repository("other", "https://host.org/else/where"), path);
    expect(await idOf(path)).not.toBe(first);
  });
});
