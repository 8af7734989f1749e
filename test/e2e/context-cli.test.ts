import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { mainScript, Product, RawClient } from "../support/product.js";
import { runGit } from "../support/team.js";

describe("the context family at the terminal", () => {
  let product: Product;
  beforeEach(() => {
    product = new Product();
  });
  afterEach(() => product.remove());
  const json = (...args: string[]) => JSON.parse(product.run([...args, "--json"]).stdout);

  it("W20: prints JSON for --json, errors included, and sets the exit code", () => {
    const missing = product.run(["knowledge", "get", "none", "--json"]);
    expect({ ...missing, stdout: JSON.parse(missing.stdout) }).toMatchObject({
      status: 3,
      stderr: "",
      stdout: { error: { message: "Knowledge entry 'none' not found" } },
    });
    expect(product.run(["sync", "pull", "mine"]).status).toBe(2);
    expect(product.run(["sync", "pull", "--json"]).status).toBe(0);
    expect(json("sync", "pull")).toMatchObject({ status: "no_remote" });
    expect(json("skill", "stats")).toEqual({ skills: [] });
    const outside = product.run(["knowledge", "list"], { cwd: "/" });
    expect(outside).toMatchObject({ status: 3, stderr: expect.stringContaining("Not inside a project") });
    expect(outside.stderr).not.toContain("    at ");
  });

  it("shows the archive's status outside of a project too", () => {
    const { status, stdout } = product.run(["status"], { cwd: "/" });
    expect({ status, lines: stdout.trim().split("\n") }).toEqual({
      status: 0,
      lines: [expect.stringContaining("Not in a project"), expect.stringContaining("No sessions are archived yet.")],
    });
  });

  it("names git's user as the author of an entry", () => {
    runGit(product.repository, "config", "user.name", "Ann Example");
    product.run(["knowledge", "add", "arch", "One service."]);
    const meta = readFileSync(join(product.repository, ".context-teleport/knowledge/.meta.json"), "utf8");
    expect(meta).toContain('"author": "Ann Example"');
  });

  it("W20: shows what people wrote unchanged", () => {
    product.run(["knowledge", "add", "odd", "[/x] [bold]kept[/bold] {{y}}"]);
    expect(product.run(["knowledge", "get", "odd"]).stdout).toBe("[/x] [bold]kept[/bold] {{y}}\n");
    expect(product.run(["status"]).stdout).toContain("1 knowledge");
  });

  it("W20: exits with a failure after a pull with conflicts and after an undelivered push", () => {
    runGit(product.repository, "remote", "add", "origin", join(product.folder, "nowhere.git"));
    product.run(["knowledge", "add", "a", "b"]);
    const pushed = product.run(["sync", "push"]);
    expect(pushed).toMatchObject({ status: 1, stdout: expect.stringContaining("Not pushed") });
    expect(product.run(["sync", "pull"]).status).toBe(6);
  });

  it("W7: creates and commits nothing when a server starts and ends", async () => {
    const client = new RawClient(product.start(["mcp"]));
    client.open();
    client.send({ id: 1, method: "resources/read", params: { uri: "context://summary" } });
    await client.answerTo(1);
    client.child.stdin.end();
    expect((await client.exited).code).toBe(0);
    expect(existsSync(join(product.repository, ".context-teleport"))).toBe(false);
    expect(() => runGit(product.repository, "rev-parse", "HEAD")).toThrow();
  });

  it("W7: pushes at the end of a server only if the setting is on", async () => {
    const session = async (...args: string[]) => {
      const client = new RawClient(product.start(["mcp", ...args]));
      client.open();
      client.send({ id: 1, method: "resources/list" });
      await client.answerTo(1);
      client.child.stdin.end();
      await client.exited;
    };
    product.run(["knowledge", "add", "a", "b"]);
    await session();
    expect(() => runGit(product.repository, "rev-parse", "HEAD")).toThrow();
    await session("--context-auto-push");
    expect(runGit(product.repository, "log", "-1", "--format=%s").trim()).toBe("ctx: a");
  });

  it("lets a person resolve conflicts in the editor, and refuses text that still has markers", () => {
    const git = (...args: string[]) => runGit(product.repository, ...args);
    const other = join(product.folder, "other");
    runGit(product.folder, "init", "-q", "--bare", "-b", "main", "remote.git");
    git("checkout", "-q", "-b", "main");
    git("remote", "add", "origin", "../remote.git");
    product.run(["knowledge", "add", "notes", "start"]);
    expect(product.run(["sync", "push"]).status).toBe(0);
    runGit(product.folder, "clone", "-q", "remote.git", "other");
    product.run(["knowledge", "add", "notes", "theirs"], { cwd: other });
    product.run(["sync", "push"], { cwd: other });
    product.run(["knowledge", "add", "notes", "ours"]);
    expect(product.run(["sync", "pull", "agent"]).status).toBe(1);
    const editor = (script: string) => {
      writeFileSync(join(product.folder, "editor"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
      return product.run(["sync", "resolve"], { env: { EDITOR: join(product.folder, "editor"), VISUAL: "" } });
    };
    expect(editor("exit 0")).toMatchObject({
      status: 4,
      stderr: expect.stringContaining("still has conflict markers"),
    });
    expect(editor('grep -q "<<<<<<<" "$1" && echo both > "$1"')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("Merged"),
    });
    expect(product.run(["knowledge", "get", "notes"]).stdout.trim()).toBe("both");
    expect(product.run(["sync", "status"]).stdout).toContain("No conflicts");
  });

  it("merges files as git merge-file does, with its exit codes and markers", () => {
    const file = (name: string, text: string) => writeFileSync(join(product.repository, name), text);
    file("base.md", "## A\n\n1\n\n## B\n\n2\n");
    file("ours.md", "## A\n\none\n\n## B\n\n2\n");
    file("theirs.md", "## A\n\n1\n\n## B\n\ntwo\n");
    const clean = product.run(["merge-file", "base.md", "ours.md", "theirs.md"]);
    expect(clean).toMatchObject({ status: 0, stdout: "## A\n\none\n\n## B\n\ntwo\n" });
    file("theirs.md", "## A\n\neins\n\n## B\n\ntwo\n");
    const conflict = product.run(["merge-file", "--path", "notes.md", "--write", "base.md", "ours.md", "theirs.md"]);
    expect(conflict.status).toBe(1);
    expect(readFileSync(join(product.repository, "ours.md"), "utf8")).toBe(
      "## A\n\n<<<<<<< ours\none\n=======\neins\n>>>>>>> theirs\n\n## B\n\ntwo\n",
    );
  });

  it("lets git merge store files by their parts when the driver is registered", () => {
    const bin = join(product.folder, "bin");
    mkdirSync(bin);
    writeFileSync(join(bin, "throughline"), `#!/bin/sh\nexec "${process.execPath}" "${mainScript}" "$@"\n`, {
      mode: 0o755,
    });
    const git = (...args: string[]) => runGit(product.repository, "-c", "init.defaultBranch=main", ...args);
    const list = (items: string) =>
      writeFileSync(join(product.repository, ".context-teleport/knowledge/list.md"), `# List\n\n${items}`);
    product.run(["init", "--merge-driver"]);
    list("- a\n");
    git("add", "-A");
    git("commit", "-q", "-m", "start");
    git("checkout", "-q", "-b", "side");
    list("- a\n- theirs\n");
    git("commit", "-qam", "theirs");
    git("checkout", "-q", "-");
    list("- a\n- ours\n");
    git("commit", "-qam", "ours");
    const { status } = spawnSync(
      "git",
      ["-c", "user.name=A", "-c", "user.email=a@b", "merge", "-q", "--no-edit", "side"],
      { cwd: product.repository, env: { ...product.env, PATH: `${bin}:${process.env.PATH}` } },
    );
    const text = readFileSync(join(product.repository, ".context-teleport/knowledge/list.md"), "utf8");
    expect({ status, text }).toEqual({ status: 0, text: "# List\n\n- a\n- ours\n- theirs\n" });
  });

  it("keeps the records of a project whose remote is renamed, and says so", () => {
    const git = (...args: string[]) => runGit(product.repository, ...args);
    git("commit", "-q", "--allow-empty", "-m", "start");
    git("remote", "add", "origin", "https://host.org/team/app");
    product.run(["memory", "record", "Deploys", "Deploys wait for the queue"]);
    git("remote", "set-url", "origin", "https://host.org/new-team/renamed");
    expect(json("memory", "search", "deploys wait").count).toBe(1);
    expect(product.run(["status"]).stdout).toContain("The remote was renamed. Records of host.org/team/app stay");
  });

  it("reports problems of the store in doctor and status", () => {
    product.run(["init"]);
    writeFileSync(join(product.repository, ".context-teleport", "knowledge", ".scope.json"), "oops");
    expect(product.run(["doctor"]).stdout).toContain("knowledge/.scope.json");
    expect(json("status").problems).toMatchObject([{ file: "knowledge/.scope.json" }]);
  });
});
