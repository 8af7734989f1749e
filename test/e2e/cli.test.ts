import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSqlite } from "../../src/engine/sqlite/open-sqlite.js";
import { mainScript, Product } from "../support/product.js";
import { root } from "../support/sources.js";

describe("throughline", () => {
  let product: Product;
  beforeEach(() => {
    product = new Product();
  });
  afterEach(() => product.remove());

  const record = (title: string) =>
    product.run(["memory", "record", title, "content", "--project-id", "p", "--outcome", "success"]);
  const titles = () => {
    const { stdout } = product.run(["memory", "search", "content", "--project-id", "p", "--json"]);
    return (JSON.parse(stdout).memories as { title: string }[]).map(({ title }) => title).toSorted();
  };

  it("suggests the command for a mistyped one", () => {
    const { status, stderr } = product.run(["memroy", "search"]);
    expect(status).toBe(2);
    expect(stderr).toBe("throughline: Unknown command: memroy.\nDid you mean `throughline memory search`?\n");
  });

  it("refuses a server's unknown option, and to copy a database that is not there", () => {
    for (const command of ["mcp", "serve", "ui"]) {
      const { status, stderr } = product.run([command, "--nope"]);
      expect({ status, stderr }).toMatchObject({
        status: 2,
        stderr: expect.stringContaining("Unknown option: --nope"),
      });
    }
    const [from, to] = ["from.db", "to.db"].map((name) => join(product.folder, name));
    const { status, stderr } = product.run(["migrate", "--from", `sqlite:${from}`, "--to", `sqlite:${to}`]);
    expect({ status, stderr }).toMatchObject({ status: 3, stderr: expect.stringContaining("Source not found") });
    expect([from, to].filter((path) => existsSync(path ?? ""))).toEqual([]);
  });

  it("names missing, wrong and extra arguments", () => {
    const { stderr } = product.run(["memory", "search"]);
    expect(stderr).toContain("<query> is missing\nUsage: throughline memory search <query>");
    expect(product.run(["memory", "search", "x", "--project-id", "p", "--limit", "many"]).stderr).toContain("limit");
    expect(product.run(["memory", "search", "x", "--projct-id", "p"]).stderr).toContain("Did you mean --project-id?");
    expect(product.run(["memory", "search", "x", "y", "--project-id", "p"]).stderr).toContain("Unexpected argument: y");
    expect(product.run(["memory", "search", "x", "--limit"]).stderr).toContain("Missing value for --limit");
  });

  it("shows help for everything, for a group and for a command, without a database", () => {
    for (const args of [
      ["--help"],
      ["help"],
      [],
      ["config"],
      ["memory", "search", "--help"],
      ["help", "memory", "search"],
      ["serve", "--help"],
      ["help", "mcp"],
    ]) {
      const { status, stdout } = product.run(args);
      expect({ args, status, hasUsage: stdout.includes("Usage:") }).toEqual({ args, status: 0, hasUsage: true });
    }
    expect(existsSync(join(product.home, "throughline.db"))).toBe(false);
  });

  it("prints JSON with --json, even when it fails", () => {
    expect(JSON.parse(product.run(["project", "list", "--json"]).stdout)).toMatchObject({ count: 0 });
    const failed = product.run(["config", "get", "color", "--json"]);
    expect(failed.status).toBe(3);
    expect(JSON.parse(failed.stdout)).toMatchObject({
      error: { code: "NOT_FOUND", message: "Unknown setting: color." },
    });
  });

  it("reads a value from standard input for a dash", () => {
    const args = ["memory", "record", "From a pipe", "-", "--project-id", "p", "--outcome", "success"];
    expect(product.run(args, { input: "piped content" }).status).toBe(0);
    expect(titles()).toEqual(["From a pipe"]);
  });

  it("completes commands in a real shell", async () => {
    const script = product.run(["completion", "bash"]).stdout;
    const { spawnSync } = await import("node:child_process");
    const ask = (words: string) =>
      spawnSync(
        "bash",
        [
          "-c",
          `throughline() { "${process.execPath}" "${mainScript}" "$@"; }\n${script}\nCOMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]}-1)); _throughline; echo "\${COMPREPLY[@]}"`,
        ],
        { encoding: "utf8", env: product.env },
      ).stdout.trim();
    expect(ask('throughline ""').split(" ")).toEqual(expect.arrayContaining(["memory", "config", "serve"]));
    expect(ask("throughline memory se")).toBe("search");
    expect(ask("throughline memory search --pro")).toBe("--project-id");
    expect(ask("throughline search pool --sort fr")).toBe("frequency");
    expect(ask("throughline search pool --kind dec")).toBe("decision");
    expect(ask("throughline knowledge add a b --scope eph")).toBe("ephemeral");
    expect(ask("throughline install --agent windsurf")).toBe("windsurf");
    product.run(["project", "create", "walrus"]);
    expect(ask("throughline sessions --project wal")).toBe("walrus");
    expect(product.run(["completion", "tcsh"]).status).toBe(2);
    for (const shell of ["zsh", "fish"]) expect(product.run(["completion", shell]).stdout).toContain("throughline");
  });

  it("prints version and help as JSON", () => {
    expect(JSON.parse(product.run(["version", "--json"]).stdout)).toHaveProperty("version");
    const { commands } = JSON.parse(product.run(["help", "memory", "search", "--json"]).stdout);
    expect(commands).toMatchObject([{ name: "memory search", options: expect.arrayContaining([expect.anything()]) }]);
  });

  it("sets a setting, shows its source, and refuses an invalid one", () => {
    expect(product.run(["config", "set", "agent.timeout", "600000"]).status).toBe(0);
    expect(JSON.parse(readFileSync(join(product.home, "config.json"), "utf8"))).toEqual({
      agent: { timeout: 600_000 },
    });
    expect(product.run(["config", "get", "agent.timeout"]).stdout.trim()).toBe("600000");
    const { stdout } = product.run(["config", "list"], { env: { CONTEXT_BRIDGE_AGENT_TIMEOUT: "7" } });
    expect(stdout).toMatch(/agent\.timeout\s+7\s+\(environment: CONTEXT_BRIDGE_AGENT_TIMEOUT\)/);
    expect(product.run(["config", "set", "agent.timeout", "soon"]).stderr).toContain("must be a whole number");
    expect(product.run(["config", "set", "agent.timout", "1"]).stderr).toContain("Did you mean agent.timeout?");
  });

  it("opens the settings in an editor and validates the result", () => {
    const editor = join(product.folder, "editor.sh");
    writeFileSync(editor, `#!/bin/sh\necho '{"logLevel": "debug"}' > "$1"\n`, { mode: 0o755 });
    mkdirSync(product.home, { recursive: true, mode: 0o700 });
    expect(product.run(["config", "edit"], { env: { EDITOR: editor, VISUAL: "" } }).stdout).toContain("sets logLevel");
    writeFileSync(join(product.home, "config.json"), "{broken");
    const { status, stderr } = product.run(["project", "list"]);
    expect(status).toBe(0);
    expect(stderr).toContain("config.json is not a JSON object. It has no effect.");
  });

  it("ignores a repository's settings until they are approved, and again when they change", () => {
    const file = join(product.repository, ".throughline.json");
    const database = join(product.folder, "elsewhere.db");
    writeFileSync(file, JSON.stringify({ database: `sqlite:${database}`, logLevel: "error" }));
    product.run(["project", "list"]);
    expect(existsSync(database)).toBe(false);
    expect(product.run(["config", "get", "logLevel"]).stdout.trim()).toBe("info");
    expect(product.run(["doctor"]).stdout).toContain("config trust");
    expect(product.run(["config", "trust"]).status).toBe(0);
    expect(product.run(["config", "get", "logLevel"]).stdout.trim()).toBe("error");
    product.run(["project", "list"]);
    expect(existsSync(database)).toBe(true);
    writeFileSync(file, JSON.stringify({ database: `sqlite:${database}.2` }));
    product.run(["project", "list"]);
    expect(existsSync(`${database}.2`)).toBe(false);
  });

  it("creates a home that only its owner can read, and fixes one that others can read", () => {
    record("a");
    for (const name of ["", "throughline.db"]) expect(statSync(join(product.home, name)).mode & 0o077).toBe(0);
    chmodSync(product.home, 0o755);
    expect(product.run(["doctor"]).stdout).toContain(
      "is readable by other users (755). Fix it with `throughline doctor --fix`.",
    );
    product.run(["doctor", "--fix"]);
    expect(statSync(product.home).mode & 0o777).toBe(0o700);
  });

  it("restores a backup and keeps the previous database", () => {
    record("before");
    const copy = join(product.folder, "copy.db");
    expect(product.run(["backup", copy]).status).toBe(0);
    expect(statSync(copy).mode & 0o077).toBe(0);
    expect(product.run(["backup", copy]).stderr).toContain("already exists. Nothing was written.");
    const missing = join(product.folder, "none", "there");
    const refused = product.run(["backup", join(missing, "copy.db")]);
    expect(refused).toMatchObject({ status: 3, stderr: expect.stringContaining(`There is no folder ${missing}.`) });
    expect(existsSync(join(product.folder, "none"))).toBe(false);
    record("after");
    expect(product.run(["restore", copy])).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("no terminal to confirm in"),
    });
    expect(titles()).toEqual(["after", "before"]);
    const restored = JSON.parse(product.run(["restore", copy, "--json", "--yes"]).stdout);
    expect(titles()).toEqual(["before"]);
    expect(existsSync(restored.before)).toBe(true);
    product.run(["restore", restored.before, "--yes"]);
    expect(titles()).toEqual(["after", "before"]);
    expect(product.run(["restore", join(product.home, "none.db")]).status).toBe(2);
  });

  it("leaves a damaged database unchanged, and a backup replaces it", () => {
    record("kept");
    const copy = join(product.folder, "copy.db");
    product.run(["backup", copy]);
    const database = join(product.home, "throughline.db");
    writeFileSync(database, "no database ".repeat(100));
    const failed = record("lost");
    expect(failed.status).toBe(6);
    expect(failed.stderr).toContain("It was not changed.");
    expect(readFileSync(database, "utf8")).toContain("no database");
    const doctor = product.run(["doctor"]);
    expect(doctor.status).toBe(1);
    expect(doctor.stdout).toContain("damaged");
    expect(product.run(["restore", copy]).status).toBe(0);
    expect(titles()).toEqual(["kept"]);
  });

  it("does not touch a database of a newer version", async () => {
    record("kept");
    const sql = await openSqlite(join(product.home, "throughline.db"));
    await sql.run("INSERT INTO migrations VALUES ('m9999-future', '2030')");
    await sql.close();
    const { status, stderr } = record("no");
    expect(status).toBe(4);
    expect(stderr).toContain("written by a newer Throughline");
  });

  it("says what to do when the home cannot be created or written", () => {
    const file = join(product.folder, "file");
    writeFileSync(file, "");
    const inFile = product.run(["project", "list"], { env: { THROUGHLINE_HOME: join(file, "home") } });
    expect(inFile.status).toBe(6);
    expect(inFile.stderr).toContain(join(file, "home"));
  });

  /** A copy, because the other user may not be able to enter the folder of this clone. */
  function copyForOthers(): string {
    chmodSync(product.folder, 0o755);
    chmodSync(product.repository, 0o755);
    const installation = join(product.folder, "installation");
    cpSync(join(root, "dist"), join(installation, "dist"), { recursive: true, dereference: true });
    cpSync(join(root, "package.json"), join(installation, "package.json"));
    const driver = join("node_modules", "@photostructure", "sqlite");
    cpSync(join(root, driver), join(installation, driver), { recursive: true });
    cpSync(join(root, "node_modules", "node-gyp-build"), join(installation, "node_modules", "node-gyp-build"), {
      recursive: true,
      dereference: true,
    });
    return join(installation, "dist", "main.js");
  }

  it.skipIf(process.getuid?.() !== 0)("reads and searches a home that cannot be written, and says so", () => {
    const script = copyForOthers();
    product.run(["memory", "record", "Pin the port", "Random ports fail.", "--outcome", "success"]);
    for (const path of [product.home, join(product.home, "throughline.db")]) chmodSync(path, 0o555);
    const other = { uid: 65534, script, env: { HOME: "/nonexistent" } };
    for (const args of [
      ["memory", "list"],
      ["search", "pin the port"],
      ["memory", "search", "pin the port"],
    ])
      expect(product.run(args, other), args.join(" ")).toMatchObject({
        status: 0,
        stdout: expect.stringContaining("Random ports fail."),
        stderr: "",
      });
    const hook = JSON.stringify({ session_id: "s1", cwd: product.repository, hook_event_name: "SessionStart" });
    expect(product.run(["hook", "--host", "claude-code"], { ...other, input: hook }).stdout).toContain("Pin the port");
    expect(product.run(["memory", "record", "a b", "c d", "--outcome", "success"], other)).toMatchObject({
      status: 6,
      stderr: expect.stringMatching(/Nothing was written: .* is read-only\. Reading and searching/),
    });
    expect(product.run(["doctor"], other).stdout).toContain("can only be read");
  });

  it.skipIf(process.getuid?.() !== 0)("says what to do when the home belongs to another user", () => {
    mkdirSync(product.home, { recursive: true, mode: 0o700 });
    const script = copyForOthers();
    const { status, stderr } = product.run(["project", "list"], { uid: 65534, script });
    expect(status).toBe(6);
    expect(stderr).toMatch(/EACCES|cannot be opened/);
    expect(stderr).toContain("permissions");

    // The same for a home that can be read but not written.
    chmodSync(product.home, 0o555);
    for (const args of [
      ["memory", "list"],
      ["memory", "record", "a", "b", "--outcome", "success"],
    ]) {
      const refused = product.run(args, { uid: 65534, script });
      expect(refused, args.join(" ")).toMatchObject({ status: 6, stderr: expect.stringContaining("permissions") });
      expect(refused.stderr, args.join(" ")).not.toContain("Internal error");
    }
  });
});
