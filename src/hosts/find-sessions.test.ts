import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type TestApp, testApp } from "../../test/support/test-app.js";
import { openSqlite } from "../engine/sqlite/open-sqlite.js";

const fixtures = join(import.meta.dirname, "..", "..", "test", "fixtures", "transcripts");

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});
afterEach(() => app.remove());

const person = (...names: string[]): string => {
  const path = join(dirname(app.folder), "person", ...names);
  mkdirSync(dirname(path), { recursive: true });
  return path;
};
const put = (value: unknown, ...names: string[]) => writeFileSync(person(...names), JSON.stringify(value));
const importFrom = (agent: string) =>
  app.ingest.importAll({ agents: [agent], since: undefined, dryRun: false, progress: () => {} });
const exchangesOf = async (id: string) => (await app.sessions.exchanges(app.call, id)).exchanges;

describe("a compressed transcript of Codex", () => {
  it("is read as the plain one is, whatever Node it is", async () => {
    const path = person(".codex", "sessions", "2026", "11", "15", "rollout-2026-11-15T01-00-15-x.jsonl.zst");
    copyFileSync(join(fixtures, "codex.jsonl.zst"), path);
    expect(await importFrom("codex")).toMatchObject({ missing: 0, found: { codex: 1 } });
    const asked = (await exchangesOf("01a1dcb8-1b0c-7921-bf43-a976181f1c7d")).map(({ question }) => question);
    expect(asked).toEqual(["Call the probe tool then finish.", "Second prompt, resumed."]);
    expect((await importFrom("codex")).events).toBe(0);
  });
});

describe("sessions that OpenCode kept as files", () => {
  const storage = [".local", "share", "opencode", "storage"];
  /** The same session as the database has it, in the older form. */
  const leave = () => {
    for (const line of readFileSync(join(fixtures, "opencode-rows.jsonl"), "utf8").trim().split("\n")) {
      const row = JSON.parse(line);
      const data = typeof row.data === "string" ? JSON.parse(row.data) : row.data;
      if (row.table === "session") {
        const { id, directory, title, time_created: created } = row;
        put({ id, directory, title, time: { created } }, ...storage, "session", "global", `${id}.json`);
      }
      if (row.table === "message") {
        put({ ...data, id: row.id }, ...storage, "message", row.session_id, `${row.id}.json`);
      }
      if (row.table === "part") put({ ...data, id: row.id }, ...storage, "part", row.message_id, `${row.id}.json`);
    }
  };

  it("are read once, with their calls, and again when they changed", async () => {
    leave();
    expect(await importFrom("opencode")).toMatchObject({ missing: 0, found: { opencode: 1 } });
    const [session] = await app.sessions.list(app.call, { limit: 5 });
    const before = await exchangesOf(session?.id ?? "");
    expect(before.map(({ question }) => question.replaceAll('"', ""))).toEqual([
      "Call the probe tool then finish.",
      "Second prompt, resumed.",
    ]);
    expect(before[0]?.files).toEqual([expect.stringContaining("notes.md")]);
    expect((await importFrom("opencode")).events).toBe(0);
    const message = { id: "msg_zz", role: "user", time: { created: Date.parse("2027-01-01") } };
    put(message, ...storage, "message", session?.id ?? "", "msg_zz.json");
    put({ id: "prt_zz", type: "text", text: "And a walrus?" }, ...storage, "part", "msg_zz", "prt_zz.json");
    await importFrom("opencode");
    expect((await exchangesOf(session?.id ?? "")).map(({ question }) => question)).toContain("And a walrus?");
  });
});

describe("conversations of Cursor's editor", () => {
  const id = "0d7f9a3e-1111-4222-8333-444455556666";
  const bubble = (bubbleId: string, rest: object) => [`bubbleId:${id}:${bubbleId}`, { bubbleId, ...rest }] as const;
  const tool = (name: string, args: object, result: object, status = "completed") => ({
    type: 2,
    text: "",
    toolFormerData: {
      name,
      toolCallId: `call-${name}`,
      status,
      rawArgs: JSON.stringify(args),
      result: JSON.stringify(result),
    },
  });

  const leave = async (more: (readonly [string, object])[] = [], lastUpdatedAt = 1_790_000_000_000) => {
    const user = [".config", "Cursor", "User"];
    put({ folder: pathToFileURL(app.folder).href }, ...user, "workspaceStorage", "abc", "workspace.json");
    const bubbles = [
      bubble("b1", { type: 1, text: "Why does the walrus build fail?", createdAt: "2026-09-21T10:00:00.000Z" }),
      bubble("b2", { type: 2, text: "Let me look.", createdAt: "2026-09-21T10:00:01.000Z" }),
      bubble("b3", tool("run_terminal_cmd", { command: "npm run build" }, { output: "error TS2322", exitCodeV2: 1 })),
      bubble("b4", tool("edit_file", { target_file: join(app.folder, "src/walrus.ts") }, { isApplied: true })),
      bubble("b5", { type: 2, text: "Fixed: the type was wrong.", createdAt: "2026-09-21T10:00:09.000Z" }),
      ...more,
    ];
    const headers = bubbles.map(([key]) => ({ bubbleId: key.split(":")[2] }));
    const composer = { composerId: id, name: "Walrus", lastUpdatedAt, fullConversationHeadersOnly: headers };
    await fill(person(...user, "globalStorage", "state.vscdb"), "cursorDiskKV", [
      [`composerData:${id}`, composer],
      ...bubbles,
      ["bubbleId:broken", {}],
    ]);
    const workspace = person(...user, "workspaceStorage", "abc", "state.vscdb");
    await fill(workspace, "ItemTable", [["composer.composerData", { allComposers: [{ composerId: id }] }]]);
  };

  const fill = async (path: string, table: string, rows: readonly (readonly [string, object])[]) => {
    const sql = await openSqlite(path);
    await sql.run(`CREATE TABLE IF NOT EXISTS ${table} (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)`);
    for (const [key, value] of rows) {
      await sql.run(`INSERT INTO ${table} (key, value) VALUES (?, ?)`, [key, Buffer.from(JSON.stringify(value))]);
    }
    await sql.close();
  };

  it("are read with their folder, calls and title, and again when they went on", async () => {
    await leave();
    expect(await importFrom("cursor")).toMatchObject({ missing: 0, found: { cursor: 1 } });
    const [session] = await app.sessions.list(app.call, { limit: 5 });
    expect(session).toMatchObject({ id, agent: "cursor", folder: app.folder, title: "Walrus", name: "shop" });
    expect(await exchangesOf(id)).toMatchObject([
      { question: "Why does the walrus build fail?", files: ["src/walrus.ts"], outcome: "solved" },
    ]);
    expect((await importFrom("cursor")).events).toBe(0);
    await leave([bubble("b6", { type: 1, text: "And the tests?" })], 1_790_000_100_000);
    await importFrom("cursor");
    expect((await exchangesOf(id)).map(({ question }) => question)).toEqual([
      "Why does the walrus build fail?",
      "And the tests?",
    ]);
  });
});
