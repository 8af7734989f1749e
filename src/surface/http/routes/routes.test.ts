import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { askRoute } from "../../../../test/support/ask-route.js";
import { ClaudeTranscript } from "../../../../test/support/claude-transcript.js";
import { seedContext } from "../../../../test/support/seed-context.js";
import { type TestApp, testApp } from "../../../../test/support/test-app.js";
import { resolveConflict } from "../../../domain/context/sync/pending-merge.js";
import { searchDocument } from "../../../store/search/search-document.js";

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});
afterEach(() => app.remove());

const ask = <T>(route: string, question: Parameters<typeof askRoute>[2] = {}) => askRoute<T>(app, route, question);

/** A session of Claude Code that the archive has read. */
async function archiveSession(id = "5e551011-0000-4000-8000-000000000001"): Promise<string> {
  const transcript = new ClaudeTranscript(id, app.folder);
  transcript.ask("Why does the pool time out?").use("Bash", { command: "npm test" }, "1 failed", true);
  transcript.use("Edit", { file_path: `${app.folder}/src/pool.ts`, old_string: "a", new_string: "b" }, "done");
  transcript.say("It was **too small**.").ask("Thanks, and the retry?").say("Twice.");
  const folder = join(app.folder, "..", "person", ".claude", "projects", "shop");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${id}.jsonl`), `${transcript.lines.join("\n")}\n`);
  const report = { agents: ["claude-code" as const], since: undefined, dryRun: false, progress: () => {} };
  await app.ingest.importAll(report);
  return id;
}

describe("routes of the page", () => {
  it("doctor: checks again, unless a recent report is enough", async () => {
    let runs = 0;
    const startSelf = async () => ({
      output: JSON.stringify({ findings: [{ check: `run ${++runs}` }] }),
      exitCode: 0,
      ms: 0,
    });
    const checkOf = async (query: Record<string, string>) => {
      const report = await askRoute<{ findings: { check: string }[] }>({ ...app, startSelf }, "GET /api/doctor", {
        query,
      });
      return report.findings[0]?.check;
    };
    expect(await checkOf({ max_age: "300" })).toBe("run 1");
    expect(await checkOf({ max_age: "300" })).toBe("run 1");
    expect(await checkOf({})).toBe("run 2");
    expect(await checkOf({ max_age: "300" })).toBe("run 2");
  });

  it("home: totals, open tasks and the review queue", async () => {
    await seedContext(app);
    const project = await app.context.open(app.call);
    await project.change(async () =>
      project.state.write({ ...(await project.state.read()), current_task: "Ship it", blockers: ["No key"] }),
    );
    await app.memories.record(app.call, {
      project: "shop",
      title: "Pin the port",
      content: "Random ports fail.",
      outcome: "success",
      tags: [],
    });
    await archiveSession();
    const home = await ask<{ totals: object; work: object[]; review: { kind: string }[] }>("GET /api/home");
    expect(home.totals).toMatchObject({ sessions: 1, exchanges: 2, memories: 1 });
    expect(home.work).toMatchObject([{ task: "Ship it", blockers: ["No key"], folder: app.folder }]);
    expect(home.review.map(({ kind }) => kind).sort()).toEqual(["conflict", "memory", "proposal"]);
  });

  it("sessions: a page of the list, and one session turn by turn with the result of each call", async () => {
    const id = await archiveSession();
    const page = await ask<{ sessions: { id: string }[]; total: number }>("GET /api/sessions");
    expect(page).toMatchObject({ total: 1, sessions: [{ id, agent: "claude-code", exchanges: 2 }] });
    const replay = await ask<{ turns: { events: { kind: string; result?: object }[] }[] }>("GET /api/sessions/:id", {
      params: { id },
    });
    expect(replay.turns.map(({ events }) => events.map(({ kind }) => kind))).toEqual([
      ["prompt", "call", "call", "answer"],
      ["prompt", "answer"],
    ]);
    expect(replay.turns[0]?.events[1]?.result).toMatchObject({ ok: false, text: "1 failed" });
    expect(replay).toMatchObject({
      outline: [
        { turn: 1, prompt: "Why does the pool time out?", calls: 2, failures: 1, edits: 1 },
        { turn: 2, prompt: "Thanks, and the retry?", calls: 0, failures: 0, edits: 0 },
      ],
      received: [],
      learned: [],
    });
    const turns = await ask("GET /api/sessions/:id/turns", { params: { id }, query: { offset: "1" } });
    expect(turns).toMatchObject({ total: 2, turns: [{ turn: 2 }] });
    const find = (q: string) => ask("GET /api/sessions/:id/find", { params: { id }, query: { q } });
    expect(await find("too SMALL")).toEqual({ turns: [1] });
    expect(await find("npm test")).toEqual({ turns: [1] });
    expect(await find("")).toEqual({ turns: [] });
  });

  it("sessions: a forgotten one is deleted", async () => {
    const id = await archiveSession();
    await ask("POST /api/sessions/:id/forget", { params: { id } });
    expect(await ask("GET /api/sessions")).toMatchObject({ total: 0 });
    await expect(ask("GET /api/sessions/:id", { params: { id } })).rejects.toThrow("Session not found");
  });

  it("search: over everything, with the agent of a session, and filtered by kind, agent, file and project", async () => {
    await archiveSession();
    await app.memories.record(app.call, {
      project: "shop",
      title: "The pool",
      content: "Make the pool larger.",
      outcome: "success",
      tags: [],
    });
    const kinds = async (query: Record<string, string>) =>
      (await ask<{ hits: { kind: string; agent?: string }[] }>("GET /api/search", { query })).hits.map(
        ({ kind, agent }) => [kind, agent],
      );
    expect((await kinds({ q: "pool" })).sort()).toEqual([
      ["exchange", "claude-code"],
      ["memory", undefined],
    ]);
    expect(await kinds({ q: "pool", agent: "claude-code" })).toEqual([["exchange", "claude-code"]]);
    expect(await kinds({ q: "pool", kinds: "memory" })).toEqual([["memory", undefined]]);
    expect(await kinds({ q: "pool", file: "src/pool.ts" })).toEqual([["exchange", "claude-code"]]);
    const [project] = await app.overview.projects(app.call);
    expect(await kinds({ q: "pool", project: project?.id ?? "" })).toHaveLength(2);
  });

  it("search: keeps results while the last word is incomplete, until a space completes it", async () => {
    await app.memories.record(app.call, {
      project: "shop",
      title: "The pool",
      content: "Make the connection pool larger.",
      outcome: "success",
      tags: [],
    });
    const found = async (q: string) => (await ask<{ found: number }>("GET /api/search", { query: { q } })).found;
    expect(await found("connection t")).toBe(1);
    expect(await found("connection la")).toBe(1);
    expect(await found("connection zyzzyva")).toBe(1);
    expect(await found("connection zyzzyva quux ")).toBe(0);
  });

  it("settings: lists each with its origin, hides secrets, and writes valid values to the user's file", async () => {
    type Listed = { settings: { name: string; value: unknown; origin: string; editable: boolean }[] };
    const one = async (name: string) =>
      (await ask<Listed>("GET /api/settings")).settings.find((setting) => setting.name === name);
    expect(await one("logLevel")).toMatchObject({ value: "info", origin: "default", editable: true });
    await ask("POST /api/settings", { body: { name: "logLevel", value: "debug" } });
    expect(await one("logLevel")).toMatchObject({ value: "debug", origin: "user file" });
    expect(await one("search.endpointKey")).toMatchObject({ editable: false });
    const wrong = (name: unknown, value: unknown) => ask("POST /api/settings", { body: { name, value } });
    await expect(wrong("logLevel", "loud")).rejects.toThrow();
    await expect(wrong("search.endpointKey", "x")).rejects.toThrow("cannot be set from the page");
    await expect(wrong("nope", "x")).rejects.toThrow("Unknown setting: nope");
  });

  it("doctor: runs in a separate process with the server's flags, and reports when that fails", async () => {
    const started: string[][] = [];
    const answers = ['{"findings":[{"check":"git","status":"ok","message":"git 2","fixable":false}]}', "", "no JSON"];
    const startSelf = async (args: readonly string[]) => {
      started.push([...args]);
      return { exitCode: 1, output: answers[started.length - 1] ?? "", ms: 1 };
    };
    const { settings } = app;
    const flagged = {
      ...settings,
      values: { ...settings.values, logLevel: "debug" as const },
      origins: { ...settings.origins, logLevel: { origin: "flag" as const, where: "--log-level" } },
    };
    expect(await askRoute({ ...app, startSelf }, "GET /api/doctor")).toMatchObject({ findings: [{ check: "git" }] });
    const failing = askRoute({ ...app, startSelf, settings: flagged }, "POST /api/doctor/fix");
    await expect(failing).rejects.toThrow("did not finish");
    expect(started).toEqual([
      ["doctor", "--json"],
      ["doctor", "--fix", "--json", "--log-level=debug"],
    ]);
  });

  it("setup: plans and connects through the install command, for names alone", async () => {
    const started: string[][] = [];
    const answer = { agents: [{ agent: "codex", name: "Codex", afterwards: "" }], files: [], outcomes: [] };
    const startSelf = async (args: readonly string[]) => {
      started.push([...args]);
      return { exitCode: 0, output: JSON.stringify(answer), ms: 1 };
    };
    const own = { ...app, startSelf };
    expect(await askRoute(own, "GET /api/setup")).toEqual({ agents: answer.agents, files: [], sessions: 0 });
    expect(await askRoute(own, "POST /api/setup", { body: { agents: ["codex"] } })).toEqual({ agents: answer.agents });
    for (const agents of [undefined, [], ["--yes"], ["a b"], [7]])
      await expect(askRoute(own, "POST /api/setup", { body: { agents } })).rejects.toMatchObject({
        problem: "invalid",
      });
    expect(started).toEqual([
      ["install", "--dry-run", "--json"],
      ["install", "--yes", "--agent", "codex", "--json"],
    ]);
  });

  it("search: finds the sessions of an agent among many of others", async () => {
    await archiveSession();
    const others = Array.from({ length: 150 }, (_, i) =>
      searchDocument({
        id: `exchange/o${i}/k`,
        kind: "exchange",
        project: "p",
        source: `o${i}`,
        session: `o${i}`,
        ...pool,
      }),
    );
    await app.search.index.put(app.call.tenant, others);
    const query = { q: "pool", agent: "claude-code", limit: "20" };
    const { hits, found } = await ask<{ hits: object[]; found: number }>("GET /api/search", { query });
    expect([hits.length, found]).toEqual([1, 1]);
  });

  it("runs: a page of the list and the total", async () => {
    expect(await ask("GET /api/runs", { query: { limit: "10" } })).toEqual({ runs: [], total: 0 });
  });

  it("patterns: of every kind, tools and errors too", async () => {
    await archiveSession();
    await archiveSession("5e551011-0000-4000-8000-000000000002");
    const kinds = async (query = {}) =>
      (await ask<{ patterns: { kind: string }[] }>("GET /api/patterns", { query })).patterns.map(({ kind }) => kind);
    expect(await kinds()).toContain("tool");
    expect(new Set(await kinds({ kind: "command" }))).toEqual(new Set(["command"]));
    await expect(kinds({ kind: "nope" })).rejects.toMatchObject({ problem: "invalid" });
  });

  it("decisions: a file is rewritten, and a mistaken one removed", async () => {
    await seedContext(app);
    const params = { id: "1" };
    const { text } = await ask<{ text: string }>("GET /api/context/decisions/:id", { params });
    const body = { text: text.replace("SQLite\n", "SQLite, in one file\n") };
    await ask("POST /api/context/decisions/:id", { params, body });
    expect(await ask("GET /api/context/decisions/:id", { params })).toEqual(body);
    await expect(ask("POST /api/context/decisions/:id", { params })).rejects.toMatchObject({ problem: "invalid" });
    await ask("POST /api/context/decisions/:id/remove", { params });
    await expect(ask("GET /api/context/decisions/:id", { params })).rejects.toMatchObject({ problem: "missing" });
  });

  it("conflicts: a resolution is undone", async () => {
    await seedContext(app);
    const project = await app.context.open(app.call);
    const file_path = ".context-teleport/knowledge/notes.md";
    await resolveConflict(project, file_path, "both\n");
    expect((await project.pending.read())?.conflicts[0]).toMatchObject({ resolved: true, resolution: "both\n" });
    await ask("POST /api/context/conflicts/reopen", { body: { file_path } });
    expect((await project.pending.read())?.conflicts[0]).toMatchObject({ resolved: false, resolution: "" });
  });

  it("conflicts: an overruled version is shown and restored, unless later edits are in the same places", async () => {
    await seedContext(app);
    const project = await app.context.open(app.call);
    const [file_path, kept_content] = [".context-teleport/knowledge/tech-stack.md", "## Stack\n\n- TypeScript\n"];
    const version = { merge: "m1", at: "2026-01-02T03:04:05.000Z", file_path, kept: "ours", is_pushed: false } as const;
    await project.overruled.write([{ ...version, kept_content, lost_content: "## Stack\n\n- Rust\n" }]);
    const restore = () => ask("POST /api/context/overruled/restore", { body: { merge: "m1", file_path } });
    await restore();
    expect((await project.knowledge.read("tech-stack"))?.content).toBe("## Stack\n\n- Rust\n");
    expect(await ask("GET /api/context/overruled", {})).toMatchObject({
      overruled: [{ file_path, kept: "theirs", lost_content: kept_content }],
    });
    await project.change(() => project.knowledge.put({ key: "tech-stack", content: "## Stack\n\n- Go\n", author: "" }));
    await expect(restore()).rejects.toMatchObject({ problem: "conflict" });
  });
});

const pool = { at: "2026-01-02T03:04:05.000Z", title: "The pool", body: "pool pool pool" };
