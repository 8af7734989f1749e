import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { claudeSession } from "../support/claude-session.js";
import { readTree, writeTree } from "../support/fabricated-hosts.js";
import { root } from "../support/sources.js";

const isRoot = process.getuid?.() === 0;
const users = [
  { who: "the user of these tests", uid: undefined },
  // A user without a name, a shell or a home; only root can become it.
  { who: "an ordinary user", uid: 65_534 },
];

describe.skipIf(process.platform === "win32").each(users)("from an empty home, as $who", ({ uid }) => {
  const isSkipped = uid !== undefined && !isRoot;
  let folder: string;
  let program: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "throughline-three-users-"));
    chmodSync(folder, 0o755);
    program = join(folder, "clone", "node_modules", "throughline");
    if (isSkipped) return;
    // The other user may not be able to enter this clone. Packages for search by meaning and for code are not needed.
    for (const name of ["dist", "package.json", "plugins"])
      cpSync(join(root, name), join(program, name), { recursive: true, dereference: true });
    for (const name of ["@photostructure/sqlite", "node-gyp-build"])
      cpSync(join(root, "node_modules", name), join(dirname(program), name), { recursive: true });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** A home with these files, and what its owner runs in a folder; npm's global folder belongs to root. */
  function person(name: string, files: Readonly<Record<string, string>>) {
    const home = join(folder, name);
    mkdirSync(home, { recursive: true });
    writeTree(home, files);
    if (uid !== undefined) for (const one of ["", ...Object.keys(readTree(home))]) chownSync(join(home, one), uid, uid);
    const shop = join(home, "shop");
    const run = (command: string, args: readonly string[], { cwd = shop, input = "" } = {}) => {
      const ended = spawnSync(command, args, {
        cwd,
        input,
        encoding: "utf8" as const,
        ...(uid === undefined ? {} : { uid, gid: uid }),
        env: {
          PATH: "/usr/local/bin:/usr/bin:/bin",
          HOME: home,
          npm_config_prefix: "/usr",
          THROUGHLINE_SEARCH_MODEL: "off",
          GIT_CONFIG_SYSTEM: "/dev/null",
        },
      });
      expect({ args, status: ended.status, stderr: ended.stderr }).toMatchObject({ status: 0 });
      return ended.stdout;
    };
    const throughline = (...args: string[]) => run(process.execPath, [join(program, "dist", "main.js"), ...args]);
    const git = (...args: string[]) =>
      run("git", ["-c", `user.name=${name}`, "-c", `user.email=${name}@example.org`, ...args], { cwd: home });
    const start = (host: string) => {
      const event = { session_id: "next", cwd: shop, hook_event_name: "SessionStart", source: "startup" };
      const args = [join(program, "dist", "main.js"), "hook", "--host", host];
      return run(process.execPath, args, { input: JSON.stringify(event) });
    };
    return { home, run, throughline, git, start };
  }

  it.skipIf(isSkipped)("thirty past sessions are archived, found with their answers, and the next one knows", () => {
    const shop = join(folder, "ada", "shop");
    const session = (day: number) =>
      claudeSession(shop, [
        {
          asked: `Why does the import of supplier ${day} fail?`,
          answered: `Supplier ${day} sends Latin-1: decode it.`,
        },
      ])
        .replaceAll("5e551011-0000", `5e5510${day}-0000`)
        .replaceAll("2026-11-01", `2026-09-${day - 9}`.replace(/-(\d)$/, "-0$1"));
    const days = Array.from({ length: 30 }, (_, i) => i + 10);
    const ada = person("ada", {
      "shop/README.md": "Shop\n",
      ...Object.fromEntries(
        days.map((day) => [`.claude/projects/${shop.replaceAll(/[^\w]/g, "-")}/${day}.jsonl`, session(day)]),
      ),
    });
    ada.git("init", "-q", "shop");
    const installed = ada.throughline("install", "--yes");
    expect(installed).toContain("Imported 30 sessions.");
    expect(installed).toMatch(/Context for the next session:\n(.*\n)*.*Supplier 39 sends Latin-1/);
    const found = ada.throughline("search", "import of supplier 17");
    expect(found).toContain("→ Supplier 17 sends Latin-1: decode it.");
    const id = /supplier 17 fail\?.* {2}(\S+)$/m.exec(found)?.[1] ?? "";
    expect(ada.throughline("show", id)).toContain("Supplier 17 sends Latin-1");
    expect(ada.start("claude-code")).toContain("Supplier 39 sends Latin-1");
    expect(ada.throughline("uninstall", "--yes")).toContain("Restored agents' settings.");
  });

  it.skipIf(isSkipped)("without a session, what Cursor is told is known to Codex", () => {
    const bob = person("bob", { "shop/README.md": "Shop\n", ".codex/auth.json": "{}", ".cursor/argv.json": "{}" });
    bob.git("init", "-q", "shop");
    const installed = bob.throughline("install", "--yes");
    expect(installed).toContain("Connected Codex, Cursor.");
    expect(installed).toContain('Tell your agent: "remember that');
    const { mcpServers } = JSON.parse(readFileSync(join(bob.home, ".cursor", "mcp.json"), "utf8"));
    const { command, args } = mcpServers.throughline as { command: string; args: string[] };
    const messages = [
      {
        id: 1,
        method: "initialize",
        params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "cursor", version: "1" } },
      },
      { method: "notifications/initialized" },
      { id: 2, method: "tools/list" },
      {
        id: 3,
        method: "tools/call",
        params: { name: "memory_record", arguments: { content: "We use pnpm here, never npm.", kind: "rule" } },
      },
    ];
    const input = messages.map((one) => `${JSON.stringify({ jsonrpc: "2.0", ...one })}\n`).join("");
    const answers = bob
      .run(command, args, { input })
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    expect(answers.find(({ id }) => id === 2).result.tools.length).toBeLessThanOrEqual(12);
    expect(answers.find(({ id }) => id === 3).result.isError).not.toBe(true);
    expect(bob.start("codex")).toContain("We use pnpm here, never npm.");
  });

  it.skipIf(isSkipped)("what a team lead sets is known to a colleague's next session", () => {
    const eve = person("eve", { "shop/README.md": "Shop\n", ".claude/settings.json": "{}" });
    for (const args of [
      ["init", "-q", "--bare", "-b", "main", "origin.git"],
      ["init", "-q", "-b", "main", "shop"],
      ["-C", "shop", "add", "-A"],
      ["-C", "shop", "commit", "-qm", "Start"],
      ["-C", "shop", "remote", "add", "origin", "../origin.git"],
      ["-C", "shop", "push", "-q", "-u", "origin", "main"],
      ["config", "--global", "user.name", "Eve"],
      ["config", "--global", "user.email", "eve@example.org"],
    ])
      eve.git(...args);
    expect(eve.throughline("init")).toContain("Created");
    eve.throughline("convention", "add", "tests", "Tests run against a real database, never a mock.");
    expect(eve.throughline("sync", "push")).toContain("Pushed");
    expect(eve.run("git", ["log", "-1", "--format=%an"])).toBe("Eve\n");
    expect(eve.throughline("sync", "status")).toContain("No conflicts.");

    const max = person("max", { ".claude/settings.json": "{}" });
    max.git("clone", "-q", join(eve.home, "origin.git"), "shop");
    max.throughline("install", "--yes");
    expect(max.start("claude-code")).toContain("Tests run against a real database, never a mock.");
  });
});
