import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ClaudeTranscript } from "../../../../test/support/claude-transcript.js";
import { seedContext } from "../../../../test/support/seed-context.js";
import { type TestApp, testApp } from "../../../../test/support/test-app.js";
import { routes } from "./catalog.js";
import type { Asked } from "./define-route.js";

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});
afterEach(() => app.remove());

const asked = (query: Record<string, string> = {}, parts: Record<string, string> = {}, body: object = {}): Asked => ({
  part: (name) => parts[name] ?? "",
  query: (name) => query[name] || undefined,
  number: (name, { usual }) => Number(query[name] ?? usual),
  body: async () => ({ ...body }),
});

/** What the route at a path answers. */
async function ask<T>(route: string, given: Asked = asked()): Promise<T> {
  const [method, path] = route.split(" ");
  const found = routes.find((one) => one.method === method && one.path === path);
  return (await found?.run(given, app)) as T;
}

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

describe("what the page asks beside the tools", () => {
  it("has one answer to each question", () => {
    const names = routes.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it("home: totals, open work, and what waits for a person", async () => {
    await seedContext(app);
    const project = await app.context.open(app.call);
    await project.change(async () =>
      project.state.write({ ...(await project.state.read()), current_task: "Ship it", blockers: ["No key"] }),
    );
    await app.memories.record(app.call, {
      ...{ project: "shop", title: "Pin the port", content: "Random ports fail.", outcome: "success", tags: [] },
    });
    await archiveSession();
    const home = await ask<{ totals: object; work: object[]; review: { kind: string }[] }>("GET /api/home");
    expect(home.totals).toMatchObject({ sessions: 1, exchanges: 2, memories: 1 });
    expect(home.work).toMatchObject([{ task: "Ship it", blockers: ["No key"], folder: app.folder }]);
    expect(home.review.map(({ kind }) => kind).sort()).toEqual(["conflict", "memory", "proposal"]);
  });

  it("sessions: a page of them, and one of them turn by turn with each call's outcome", async () => {
    const id = await archiveSession();
    const page = await ask<{ sessions: { id: string }[]; total: number }>("GET /api/sessions");
    expect(page).toMatchObject({ total: 1, sessions: [{ id, agent: "claude-code", exchanges: 2 }] });
    const replay = await ask<{ turns: { events: { kind: string; result?: object }[] }[] }>(
      "GET /api/sessions/:id",
      asked({}, { id }),
    );
    expect(replay.turns.map(({ events }) => events.map(({ kind }) => kind))).toEqual([
      ["prompt", "call", "call", "answer"],
      ["prompt", "answer"],
    ]);
    expect(replay.turns[0]?.events[1]?.result).toMatchObject({ ok: false, text: "1 failed" });
  });

  it("sessions: forgotten ones are gone", async () => {
    const id = await archiveSession();
    await ask("POST /api/sessions/:id/forget", asked({}, { id }));
    expect(await ask("GET /api/sessions")).toMatchObject({ total: 0 });
    await expect(ask("GET /api/sessions/:id", asked({}, { id }))).rejects.toThrow("no session");
  });

  it("search: over everything, with the agent of a session, kept to one agent where asked", async () => {
    await archiveSession();
    await app.memories.record(app.call, {
      ...{ project: "shop", title: "The pool", content: "Make the pool larger.", outcome: "success", tags: [] },
    });
    const kinds = async (query: Record<string, string>) =>
      (await ask<{ hits: { kind: string; agent?: string }[] }>("GET /api/search", asked(query))).hits.map(
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

  it("settings: shows each with its origin, hides secrets, and writes what fits to the person's file", async () => {
    type Listed = { settings: { name: string; value: unknown; origin: string; editable: boolean }[] };
    const one = async (name: string) =>
      (await ask<Listed>("GET /api/settings")).settings.find((setting) => setting.name === name);
    expect(await one("logLevel")).toMatchObject({ value: "info", origin: "default", editable: true });
    await ask("POST /api/settings", asked({}, {}, { name: "logLevel", value: "debug" }));
    expect(await one("logLevel")).toMatchObject({ value: "debug", origin: "user file" });
    expect(await one("search.endpointKey")).toMatchObject({ editable: false });
    const wrong = (name: unknown, value: unknown) => ask("POST /api/settings", asked({}, {}, { name, value }));
    await expect(wrong("logLevel", "loud")).rejects.toThrow();
    await expect(wrong("search.endpointKey", "x")).rejects.toThrow("not set from the page");
    await expect(wrong("nope", "x")).rejects.toThrow("no such setting");
  });

  it("doctor: asks the program itself, and says so when that fails", async () => {
    const asked: string[][] = [];
    const answers = ['{"findings":[{"check":"git","status":"ok","message":"git 2","fixable":false}]}', "", "no JSON"];
    const startSelf = async (args: readonly string[]) => {
      asked.push([...args]);
      return { exitCode: 1, output: answers[asked.length - 1] ?? "", ms: 1 };
    };
    const apart = (route: string) =>
      routes.find((one) => `${one.method} ${one.path}` === route)?.run(noQuestion, { ...app, startSelf });
    expect(await apart("GET /api/doctor")).toMatchObject({ findings: [{ check: "git" }] });
    await expect(apart("POST /api/doctor/fix")).rejects.toThrow("did not come to an end");
    expect(asked).toEqual([
      ["doctor", "--json"],
      ["doctor", "--json", "--fix"],
    ]);
  });
});

const noQuestion = asked();
