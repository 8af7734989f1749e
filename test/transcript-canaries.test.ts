import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fixedRuntime } from "../src/base/runtime.js";
import { openSqlite } from "../src/engine/sqlite/open-sqlite.js";
import { plantAt, stringPaths } from "./support/plant-canary.js";
import { columnsWith, filesWith } from "./support/search-home.js";
import { type TestApp, testApp } from "./support/test-app.js";

// Assembled here, so that no scanner takes this file for a leak.
const canary = `ghp_${"aB3dE6gH9jK2mN5pQ8sT1vW4xY7zA0cD3eF6"}`;
/** Not a secret: shows that what is planted is archived, and that the search finds it. */
const harmless = "quokkaferry";

type Line = Readonly<Record<string, unknown>>;

interface Format {
  readonly agent: string;
  readonly lines: readonly Line[];
  /** The id that every copy of the session needs for itself. */
  readonly session: string;
  leave(person: string, lines: readonly Line[], copy: number): Promise<void> | void;
}

const fixture = (name: string): Line[] =>
  readFileSync(join(import.meta.dirname, "fixtures", "transcripts", name), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

function write(text: string, ...names: string[]): void {
  const path = join(...names);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const jsonLines = (lines: readonly Line[]) => `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`;

const cursorTool = {
  ...{ name: "run_terminal_cmd", toolCallId: "call-1", status: "completed" },
  rawArgs: JSON.stringify({ command: "npm run build", note: "as always" }),
  params: JSON.stringify({ command: "npm run build" }),
  result: JSON.stringify({ output: "error TS2322 in walrus.ts", exitCodeV2: 1 }),
  error: { message: "" },
};

const formats: Readonly<Record<string, Format>> = {
  "Claude Code": {
    agent: "claude-code",
    lines: fixture("claude-code.jsonl"),
    session: "7f9e74cd-3303-438c-b187-81fa568ebc78",
    leave: (person, lines, copy) => write(jsonLines(lines), person, ".claude/projects/work", `s${copy}.jsonl`),
  },
  "a sub-agent of Claude Code": {
    agent: "claude-code",
    lines: fixture("claude-code-subagent.jsonl"),
    session: "7f9e74cd-3303-438c-b187-81fa568ebc78",
    leave: (person, lines, copy) => write(jsonLines(lines), person, ".claude/projects/work", `s${copy}.jsonl`),
  },
  Codex: {
    agent: "codex",
    lines: fixture("codex.jsonl"),
    session: "01a1dcb8-1b0c-7921-bf43-a976181f1c7d",
    leave: (person, lines, copy) => write(jsonLines(lines), person, ".codex/sessions/2026", `rollout-${copy}.jsonl`),
  },
  Gemini: {
    agent: "gemini",
    lines: fixture("gemini.jsonl"),
    session: "6cda8aa2-89bc-4cb6-914b-447dcf1d4838",
    leave: (person, lines, copy) => write(jsonLines(lines), person, ".gemini/tmp/w/chats", `session-${copy}.jsonl`),
  },
  "OpenCode's database": {
    agent: "opencode",
    lines: fixture("opencode-rows.jsonl"),
    session: "ses_e2343bef7ffevMU8Z7sZ0ShpuO",
    async leave(person, rows) {
      const path = join(person, ".local/share/opencode/opencode.db");
      mkdirSync(dirname(path), { recursive: true });
      const sql = await openSqlite(path);
      await sql.transaction(async (session) => {
        for (const { table, ...row } of rows) {
          const names = Object.keys(row);
          await session.run(`CREATE TABLE IF NOT EXISTS "${table}" (${names.join(", ")})`);
          await session.run(`CREATE INDEX IF NOT EXISTS "${table}_id" ON "${table}" (id)`);
          await session.run(
            `INSERT INTO "${table}" (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
            names.map((name) => row[name] as string | number | null),
          );
        }
        await session.run("CREATE INDEX IF NOT EXISTS part_session ON part (session_id)");
      });
      await sql.close();
    },
  },
  "OpenCode's files": {
    agent: "opencode",
    lines: [
      { id: "ses_one", directory: "/home/dev/work", title: "A title", parentID: "", time: { created: 1 } },
      { id: "msg_one", role: "user", modelID: "m1", providerID: "p1", time: { created: 1 } },
      { id: "prt_one", type: "text", text: "Why does the walrus fail?", time: { start: 1 } },
      {
        ...{ id: "prt_two", type: "tool", tool: "bash", callID: "c1" },
        state: { status: "error", input: { command: "npm test" }, output: "it failed", error: "no such file" },
      },
    ],
    session: "_one",
    leave(person, [session, message, ...parts], copy) {
      const storage = join(person, ".local/share/opencode/storage");
      write(JSON.stringify(session), storage, `session/global/ses_one${copy}.json`);
      write(JSON.stringify(message), storage, `message/ses_one${copy}/msg_one.json`);
      for (const [i, part] of parts.entries())
        write(JSON.stringify(part), storage, `part/${message?.id}/${i}-${copy}.json`);
    },
  },
  Cursor: {
    agent: "cursor",
    lines: [
      { role: "user", id: "u1", timestamp: "2026-01-01T00:00:00Z", message: { content: "Why does it fail?" } },
      {
        role: "assistant",
        uuid: "a1",
        message: {
          model: "m1",
          content: [
            { type: "text", text: "Let me look." },
            { type: "tool_use", id: "c1", name: "edit_file", input: { target_file: "a.ts", note: "a few words" } },
            { type: "tool-call", toolCallId: "c2", toolName: "shell", args: { command: "npm test" } },
          ],
        },
      },
      { role: "tool", tool_call_id: "c1", message: { tool_call_id: "c1", content: "it failed badly" } },
      { role: "user", message: { content: [{ type: "tool_result", tool_use_id: "c2", content: "and again" }] } },
    ],
    session: "none",
    leave: (person, lines, copy) =>
      write(jsonLines(lines), person, `.cursor/projects/work/agent-transcripts/c${copy}/c${copy}.jsonl`),
  },
  "Cursor's editor": {
    agent: "cursor",
    lines: [
      {
        ...{ composerId: "0d7f9a3e-1111-4222-8333-444455556666", name: "A title", lastUpdatedAt: 1 },
        modelConfig: { modelName: "m1" },
      },
      { type: 1, bubbleId: "b1", text: "Why does the walrus fail?", createdAt: "2026-09-21T10:00:00.000Z" },
      { type: 2, bubbleId: "b2", text: "Let me look.", toolFormerData: cursorTool },
    ],
    session: "0d7f9a3e-1111-4222-8333-444455556666",
    async leave(person, [composer, ...bubbles], copy) {
      const path = join(person, ".config/Cursor/User/globalStorage/state.vscdb");
      mkdirSync(dirname(path), { recursive: true });
      const sql = await openSqlite(path);
      await sql.run("CREATE TABLE IF NOT EXISTS cursorDiskKV (key TEXT, value BLOB)");
      const id = `0d7f9a3e-1111-4222-8333-${String(copy).padStart(12, "0")}`;
      const rows = [
        [`composerData:${id}`, { ...composer, fullConversationHeadersOnly: [{ bubbleId: "1" }, { bubbleId: "2" }] }],
        ...bubbles.map((bubble, i) => [`bubbleId:${id}:${i + 1}`, bubble] as const),
      ] as const;
      for (const [key, value] of rows)
        await sql.run("INSERT INTO cursorDiskKV VALUES (?, ?)", [key, Buffer.from(JSON.stringify(value))]);
      await sql.close();
    },
  },
  Copilot: {
    agent: "copilot",
    lines: [
      {
        ...{ type: "session.start", id: "e1", timestamp: "2026-01-01T00:00:00Z" },
        data: {
          ...{ sessionId: "cp1", copilotVersion: "1", selectedModel: "m1", cwd: "/w" },
          context: { cwd: "/w", branch: "dev" },
        },
      },
      { type: "session.model_change", id: "e2", data: { newModel: "m2", model: "m3" } },
      { type: "user.message", id: "e3", timestamp: "2026-01-01T00:00:01Z", data: { content: "list the files" } },
      {
        ...{ type: "assistant.message", id: "e4" },
        data: {
          content: "So it is.",
          toolRequests: [{ toolCallId: "t0", name: "bash", arguments: { command: "git status" } }],
        },
      },
      {
        ...{ type: "tool.execution_start", id: "e5" },
        data: { toolCallId: "t1", toolName: "bash", arguments: { command: "git status", note: "a few words" } },
      },
      {
        ...{ type: "tool.execution_complete", id: "e6" },
        data: { toolCallId: "t1", success: false, error: { message: "not a repository" } },
      },
      {
        ...{ type: "tool.execution_complete", id: "e7" },
        data: { toolCallId: "t0", success: true, result: { content: "all is well" } },
      },
    ],
    session: "cp1",
    leave: (person, lines, copy) => write(jsonLines(lines), person, `.copilot/session-state/cp${copy}/events.jsonl`),
  },
};

let app: TestApp;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "throughline-canary-"));
  mkdirSync(join(folder, "home"));
  const database = join(folder, "home", "throughline.db");
  app = await testApp({}, undefined, {}, { folder, runtime: fixedRuntime(), database });
});
afterEach(() => app.remove());

/** One copy of the session for each field, with the word in that field; all are then imported. */
async function importPlanted({ agent, lines, session, leave }: Format, word: string, every = 1): Promise<number> {
  // OpenCode's rows name their table in the fixture only.
  const paths = [...stringPaths(lines)].filter((path, i) => path !== ".[].table" && i % every === 0);
  for (const [copy, path] of paths.entries()) {
    const ownLines = JSON.parse(JSON.stringify(lines).replaceAll(session, `${session}${copy}`));
    await leave(join(folder, "person"), plantAt(ownLines, path, word) as Line[], copy);
  }
  await app.ingest.importAll({ agents: [agent], since: undefined, dryRun: false, progress: () => {} });
  return paths.length;
}

describe.each(Object.entries(formats))("a secret in any field of a transcript of %s", (_, format) => {
  it("is in no file and no row of the home", async () => {
    expect(await importPlanted(format, canary)).toBeGreaterThan(8);
    const sessions = await app.sessions.list(app.call, { limit: 1000 });
    expect(sessions.length).toBeGreaterThan(3);
    expect(JSON.stringify(sessions)).not.toContain(canary);
    expect(await columnsWith(app.sql, ["[REDACTED]"])).not.toEqual([]);
    expect(await columnsWith(app.sql, [canary])).toEqual([]);
    expect(filesWith(join(folder, "home"), [canary])).toEqual([]);
  });

  it("would be found there if it were not redacted", async () => {
    await importPlanted(format, harmless, 5);
    expect(await columnsWith(app.sql, [harmless])).toContain("session_chunks.body");
  });
});
