import { once } from "node:events";
import { appendFileSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSqlite } from "../../src/engine/sqlite/open-sqlite.js";
import { ClaudeTranscript } from "../support/claude-transcript.js";
import { Product } from "../support/product.js";
import { root } from "../support/sources.js";
import { syntheticSessions } from "../support/synthetic-sessions.js";

const fixtures = join(root, "test", "fixtures", "transcripts");

let product: Product;
beforeEach(() => {
  product = new Product();
  // The test checks what a hook prints; a loaded machine may take longer than an agent would wait.
  product.env.THROUGHLINE_ARCHIVE_HOOK_DEADLINE = "20000";
});
afterEach(() => product.remove());

const json = (args: readonly string[]) => JSON.parse(product.run([...args, "--json"]).stdout);
const hook = (payload: object, extra: readonly string[] = []) =>
  product.run(["hook", ...extra], { input: JSON.stringify({ cwd: product.repository, ...payload }) });
const contextOf = (stdout: string): string =>
  stdout === "" ? "" : JSON.parse(stdout).hookSpecificOutput.additionalContext;

function write(one: ClaudeTranscript): string {
  const path = join(product.folder, `${one.session}.jsonl`);
  writeFileSync(path, one.text);
  return path;
}
const keep = (one: ClaudeTranscript) =>
  hook({ hook_event_name: "Stop", session_id: one.session, transcript_path: write(one) });

/** Writes sessions to Claude Code's folder. */
function leaveSessions(count: number): void {
  const folder = join(product.folder, ".claude", "projects", "-shop");
  mkdirSync(folder, { recursive: true });
  const make = syntheticSessions({ count, seed: 3, now: Date.now(), folders: [product.repository] });
  for (let i = 0; i < count; i++) writeFileSync(join(folder, `${make(i).id}.jsonl`), make(i).text);
}

async function counts() {
  const sql = await openSqlite(join(product.home, "throughline.db"));
  const one = async (text: string) => Number((await sql.all<{ n: number }>(text))[0]?.n ?? 0);
  const found = {
    sessions: await one("SELECT count(*) AS n FROM sessions"),
    exchanges: await one("SELECT count(*) AS n FROM exchanges"),
    indexed:
      (await one("SELECT count(*) AS n FROM search_words")) -
      (await one("SELECT count(*) AS n FROM memories")) -
      (await one("SELECT count(*) AS n FROM remediations")),
    events: await one("SELECT sum(events) AS n FROM session_chunks"),
    uses: (await sql.all<{ patterns: string }>("SELECT patterns FROM exchanges"))
      .flatMap(({ patterns }) => JSON.parse(patterns) as { uses: number }[])
      .reduce((sum, { uses }) => sum + uses, 0),
    totals: await one("SELECT sum(frequency) AS n FROM patterns WHERE project = ''"),
  };
  await sql.close();
  return found;
}

describe("several processes at once", () => {
  it("import the same sessions without writing any of them twice", async () => {
    leaveSessions(12);
    const running = [1, 2, 3].map(() => product.start(["import", "sessions"]));
    await Promise.all(running.map((child) => once(child, "close")));
    const together = await counts();
    const alone = new Product();
    const first = product;
    product = alone;
    leaveSessions(12);
    alone.run(["import", "sessions"]);
    const expected = await counts();
    alone.remove();
    product = first;
    expect(together).toEqual(expected);
    expect(together.sessions).toBe(12);
    expect(together.indexed).toBe(together.exchanges);
    expect(together.totals).toBe(together.uses);
  });

  it("lose nothing when one of them is killed in the middle", async () => {
    leaveSessions(24);
    for (const afterMs of [250, 400, 600]) {
      const child = product.start(["import", "sessions"]);
      // It may be done before it is killed.
      const closed = once(child, "close");
      await sleep(afterMs);
      child.kill("SIGKILL");
      await closed;
    }
    product.run(["import", "sessions"]);
    const { sessions, exchanges, indexed, uses, totals } = await counts();
    expect(sessions).toBe(24);
    expect(indexed).toBe(exchanges);
    expect(totals).toBe(uses);
    expect(json(["rebuild-index"])).toEqual({ sessions, exchanges });
  });
});

describe("import", () => {
  it("imports the sessions of every agent, once, and reports it", async () => {
    const place = (path: string, fixture: string) => {
      mkdirSync(join(product.folder, path, ".."), { recursive: true });
      copyFileSync(join(fixtures, fixture), join(product.folder, path));
    };
    place(".claude/projects/-w/7f9e74cd.jsonl", "claude-code.jsonl");
    place(".codex/sessions/2026/11/15/rollout-2026-11-15T01-00-15-01a1dcb8.jsonl", "codex.jsonl");
    place(".gemini/tmp/w/chats/session-2026-11-15T01-03-6cda8aa2.jsonl", "gemini.jsonl");
    await makeOpenCodeDatabase(join(product.folder, ".local", "share", "opencode"));
    writeFileSync(
      join(product.folder, ".codex/sessions/2026/11/15/rollout-2026-11-16T01-00-15-zz.jsonl.zst"),
      "not zstd",
    );

    const dry = json(["import", "sessions", "--dry-run"]);
    expect(dry.found).toEqual({ "claude-code": 1, codex: 2, gemini: 1, opencode: 1 });
    expect(json(["stats"]).sessions).toBe(0);
    const first = json(["import", "sessions"]);
    expect(first.events).toBeGreaterThan(40);
    expect(
      json(["stats"])
        .agents.map(({ agent }: { agent: string }) => agent)
        .toSorted(),
    ).toEqual(["claude-code", "codex", "gemini", "opencode"]);
    expect(json(["import", "sessions"]).events).toBe(0);
    expect(json(["sessions"]).sessions).toHaveLength(4);
  });

  it("imports only the given agents and period", () => {
    leaveSessions(3);
    expect(json(["import", "sessions", "--agent", "codex"]).found).toEqual({});
    expect(json(["import", "sessions", "--since", "2100-01-01"]).due).toBe(0);
    expect(json(["import", "sessions", "--since", "200d"]).due).toBe(3);
    expect(product.run(["import", "sessions", "--since", "soon"]).status).toBe(2);
  });
});

async function makeOpenCodeDatabase(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const sql = await openSqlite(join(folder, "opencode.db"));
  await sql.run(
    "CREATE TABLE session (id TEXT, directory TEXT, title TEXT, model TEXT, parent_id TEXT, time_updated INTEGER)",
  );
  await sql.run(
    "CREATE TABLE message (id TEXT, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT)",
  );
  await sql.run(
    "CREATE TABLE part (id TEXT, message_id TEXT, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT)",
  );
  for (const line of readFileSync(join(fixtures, "opencode-rows.jsonl"), "utf8").trim().split("\n")) {
    const row = JSON.parse(line);
    if (row.table === "session")
      await sql.run("INSERT INTO session VALUES (?, ?, ?, ?, ?, ?)", [
        row.id,
        row.directory,
        row.title,
        row.model,
        null,
        row.time_updated,
      ]);
    if (row.table === "message")
      await sql.run("INSERT INTO message VALUES (?, ?, ?, ?, ?)", [
        row.id,
        row.session_id,
        row.time_created,
        row.time_updated,
        row.data,
      ]);
    if (row.table === "part")
      await sql.run("INSERT INTO part VALUES (?, ?, ?, ?, ?, ?)", [
        row.id,
        row.message_id,
        row.session_id,
        row.time_created,
        row.time_updated,
        row.data,
      ]);
  }
  await sql.close();
}

describe("a hook", () => {
  const aSession = () =>
    new ClaudeTranscript("before", product.repository, new Date(Date.now() - 3_600_000).toISOString())
      .ask("Why does the importer leak descriptors?")
      .say("We should use a pool instead of opening files one by one, because the limit is low.")
      .use("Bash", { command: "npm test" }, "Exit code 1\nError: EMFILE too many open files", true)
      .use("Edit", { file_path: join(product.repository, "src/importer.ts"), old_string: "a", new_string: "b" }, "ok")
      .use("Bash", { command: "npm test" }, "12 passed")
      .say("Fixed: files are opened through a pool.");
  const start = (session: string, source = "startup") =>
    hook({
      hook_event_name: "SessionStart",
      source,
      session_id: session,
      transcript_path: join(product.folder, `${session}.jsonl`),
    });

  it("injects what the last session did into the next one, fenced, with its source and within the size limit", () => {
    keep(aSession());
    json(["stats"]);
    const { status, stdout, stderr } = start("next");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const context = contextOf(stdout);
    expect(context).toMatch(/^<throughline-context source="memory of shop">/);
    expect(context.trimEnd().endsWith("</throughline-context>")).toBe(true);
    expect(context).toContain("files are opened through a pool");
    expect(context).toContain("src/importer.ts");
    expect(context.length).toBeLessThanOrEqual(10_000);
  });

  it("ingests a session that just ended when no other process is running", () => {
    json(["stats"]);
    keep(aSession());
    expect(contextOf(start("next").stdout)).toContain("importer");
  });

  it("prints nothing when there is no context and when injection is off", () => {
    expect(start("first").stdout).toBe("");
    json(["stats"]);
    expect(start("first").stdout).toBe("");
    keep(aSession());
    product.run(["context", "configure", "--disable"]);
    expect(start("next").stdout).toBe("");
  });

  it("does not archive injected context as part of the session", () => {
    keep(aSession());
    json(["stats"]);
    const given = contextOf(start("next").stdout);
    keep(
      new ClaudeTranscript("next", product.repository)
        .ask(`<system-reminder>${given}</system-reminder>\nHello, what is new?`)
        .say("Little."),
    );
    const [newest] = json(["session", "timeline", "next"]).exchanges;
    expect(newest.question).toBe("Hello, what is new?");
    expect(json(["archive", "search", "importer descriptors"]).results).toHaveLength(1);
  });

  it("shows a known fix when the same error recurs, once per session", () => {
    keep(aSession());
    json(["stats"]);
    const fail = () =>
      hook({
        hook_event_name: "PostToolUseFailure",
        session_id: "now",
        transcript_path: "",
        tool_name: "Bash",
        error: "Exit code 1\nError: EMFILE too many open files",
      });
    const context = contextOf(fail().stdout);
    expect(context).toContain("src/importer.ts");
    expect(context).toContain("npm test");
    expect(fail().stdout).toBe("");
  });

  it("injects what answers a prompt, nothing twice, and nothing when it is switched off", () => {
    keep(aSession());
    json(["stats"]);
    const ask = (session: string) =>
      hook({
        hook_event_name: "UserPromptSubmit",
        session_id: session,
        transcript_path: "",
        prompt: "importer leaks descriptors again",
      });
    expect(contextOf(ask("now").stdout)).toContain("files are opened through a pool");
    expect(ask("now").stdout).toBe("");
    product.run(["config", "set", "archive.promptHits", "0"]);
    expect(ask("later").stdout).toBe("");
  });

  it("restores a compacted session's own work", () => {
    const one = aSession();
    keep(one);
    json(["stats"]);
    const { stdout } = hook({
      hook_event_name: "SessionStart",
      source: "compact",
      session_id: "before",
      transcript_path: "",
    });
    expect(contextOf(stdout)).toContain("files changed: src/importer.ts");
  });

  it("saves a checkpoint before compaction, restores it afterwards, and deletes it with the session", () => {
    const one = aSession().use(
      "TodoWrite",
      {
        todos: [
          { content: "write the changelog", status: "pending" },
          { content: "open files through a pool", status: "completed" },
        ],
      },
      "ok",
    );
    keep(one);
    json(["stats"]);
    const compact = (payload: object) => hook({ session_id: "before", transcript_path: "", ...payload });
    expect(compact({ hook_event_name: "PreCompact", trigger: "auto" })).toMatchObject({ status: 0, stdout: "" });
    const saved = json(["checkpoint", "list", "--session-id", "before"]);
    expect(saved).toMatchObject({ total: 1 });
    const context = contextOf(compact({ hook_event_name: "SessionStart", source: "compact" }).stdout);
    expect(context).toContain("to do: write the changelog");
    expect(context).not.toContain("to do: open files");
    expect(context).toContain("files changed: src/importer.ts");
    json(["forget", "before", "--yes"]);
    expect(json(["checkpoint", "list", "--session-id", "before"])).toMatchObject({ total: 0 });
  });

  it("reports which hooks are enabled, when one last ran, and what a session would receive", () => {
    product.run(["hooks", "enable", "all"]);
    expect(json(["hooks", "status", "--agent", "claude-code"])).toMatchObject([{ off: [], lastHook: "", waiting: 0 }]);
    keep(aSession());
    const [status] = json(["hooks", "status", "--agent", "claude-code"]);
    expect(status).toMatchObject({ waiting: 1, lastHook: expect.stringMatching(/^20\d\d-/) });
    const given = json(["context", "test"]);
    expect(given).toMatchObject({ enabled: true, exitCode: 0 });
    expect(given.text).toContain("importer");
    product.run(["context", "configure", "--disable"]);
    expect(product.run(["context", "test"]).stdout).toContain("context configure --enable");
  });

  it("accepts a payload of 50 MB and a broken one, and exits with 0", () => {
    const path = write(aSession());
    const big = hook({
      hook_event_name: "PostToolUse",
      session_id: "before",
      transcript_path: path,
      tool_response: "x".repeat(50_000_000),
    });
    expect(big).toMatchObject({ status: 0, stdout: "", stderr: "" });
    expect(json(["stats"]).sessions).toBe(1);
    for (const input of ["{not json", "", "[1,2]", "\u0000\u0001"]) {
      expect(product.run(["hook"], { input })).toMatchObject({ status: 0, stdout: "", stderr: "" });
    }
  });

  it("records only that a transcript changed, readable only by its owner", () => {
    keep(aSession());
    const file = join(product.home, "spool", `${new Date().toISOString().slice(0, 10)}.jsonl`);
    expect(Object.keys(JSON.parse(readFileSync(file, "utf8")))).toEqual([
      "agent",
      "event",
      "session",
      "transcript",
      "folder",
      "at",
    ]);
  });

  it("continues after a damaged spool line", () => {
    keep(aSession());
    const file = join(product.home, "spool", `${new Date().toISOString().slice(0, 10)}.jsonl`);
    appendFileSync(file, '{"agent":"claude-co\n');
    keep(new ClaudeTranscript("second", product.repository).ask("another walrus").say("Yes."));
    expect(json(["stats"]).sessions).toBe(2);
  });
});

describe("a transcript larger than the available memory", () => {
  const log = "2026-10-11 09:00:00 INFO request served by the worker in 12 ms\n".repeat(3000);

  it("is archived to its last question", () => {
    const folder = join(product.folder, ".claude", "projects", "-shop");
    mkdirSync(folder, { recursive: true });
    const file = join(folder, "long.jsonl");
    const make = syntheticSessions({ count: 1e6, seed: 3, now: Date.now(), folders: [product.repository] });
    const asOne = (text: string) => text.replaceAll(/"sessionId":"[^"]*"/g, '"sessionId":"long"');
    const readsLog = new ClaudeTranscript("long", product.repository).use("Read", { file_path: "app.log" }, log).text;
    let turns = 0;
    for (let i = 0, bytes = 0; bytes < 64_000_000; i++) {
      const text = asOne(make(i).text) + readsLog.replaceAll("long-", `log${i}-`);
      turns += text.split('"role":"user","content":"').length - 1;
      bytes += text.length;
      appendFileSync(file, text);
    }
    appendFileSync(
      file,
      asOne(new ClaudeTranscript("long", product.repository).ask("the last walrus").say("Yes.").text),
    );
    const small = { NODE_OPTIONS: "--max-old-space-size=56" };
    expect(product.run(["import", "sessions"], { env: small })).toMatchObject({ status: 0, stderr: "" });
    expect(json(["stats"])).toMatchObject({ sessions: 1, exchanges: turns + 1 });
    expect(json(["archive", "search", "walrus"]).results).toHaveLength(1);
  });
});

describe("forget", () => {
  it("deletes nothing without a terminal and without --yes, and says so", () => {
    leaveSessions(1);
    json(["import", "sessions"]);
    const { status, stdout } = product.run(["purge", "--older-than", "1d"]);
    expect([status, stdout]).toEqual([1, expect.stringContaining("Add --yes to do it.")]);
    expect(json(["stats"]).sessions).toBe(1);
  });

  it("removes a session permanently, even after another import", () => {
    leaveSessions(3);
    json(["import", "sessions"]);
    const [{ id }] = json(["sessions"]).sessions;
    expect(json(["forget", id, "--yes"])).toMatchObject({ sessions: 1 });
    expect(product.run(["session", "read", id]).status).toBe(3);
    json(["import", "sessions"]);
    expect(json(["stats"]).sessions).toBe(2);
    expect(json(["forget", "--project", "shop", "--yes"]).sessions).toBe(2);
    expect(json(["stats"])).toMatchObject({ sessions: 0, exchanges: 0 });
  });
});

describe("hooks enable", () => {
  it("creates missing settings files of agents, and removes them again", () => {
    const files = {
      codex: ".codex/hooks.json",
      gemini: ".gemini/settings.json",
      cursor: ".cursor/hooks.json",
      copilot: ".copilot/hooks/throughline.json",
      opencode: ".config/opencode/plugins/throughline.js",
    };
    for (const [agent, file] of Object.entries(files)) {
      const place = join(product.folder, file);
      const env = { XDG_CONFIG_HOME: "", XDG_DATA_HOME: "" };
      expect(product.run(["hooks", "enable", "all", "--agent", agent], { env }).status, agent).toBe(0);
      expect(readFileSync(place, "utf8"), agent).toContain("hook");
      if (file.endsWith(".json")) JSON.parse(readFileSync(place, "utf8"));
      product.run(["hooks", "disable", "all", "--agent", agent], { env });
      expect(existsSync(place), agent).toBe(false);
    }
  });
});
