import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fixedRuntime } from "../../src/base/runtime.js";
import type { Sql } from "../../src/engine/sql.js";
import { openAnswerCache } from "../../src/store/bridge/answer-cache.js";
import { openFactStore } from "../../src/store/bridge/fact-store.js";
import { openOperationStore } from "../../src/store/bridge/operation-store.js";
import { openProjectStore } from "../../src/store/bridge/project-store.js";
import { openRunStore, type Run } from "../../src/store/bridge/run-store.js";
import { migrate } from "../../src/store/migrate.js";
import { migrations } from "../../src/store/migrations/index.js";

const at = "2026-01-02T03:04:05.000Z";
const later = "2026-01-02T04:00:00.000Z";

const aRun = (changes: Partial<Run> = {}): Run => ({
  id: "sa_1",
  kind: "query",
  project: "shop",
  repository: "api",
  path: "/api",
  request: "?",
  caller: "test",
  status: "running",
  agent: "claude",
  agentVersion: "2",
  model: null,
  enforcement: "cli",
  head: "abc",
  branch: null,
  exitCode: null,
  inputTokens: 100,
  outputTokens: 20,
  cost: 0.5,
  errorCode: null,
  error: null,
  answer: null,
  transcript: "/t/sa_1.log",
  startedAt: at,
  seenAt: at,
  endedAt: null,
  durationMs: 0,
  ...changes,
});

const anAnswer = {
  key: "k",
  project: "shop",
  repository: "api",
  query: "?",
  answer: "{}",
  runId: "sa_1",
  createdAt: at,
  expiresAt: later,
};

/** Conformance tests of the bridge's stores, for every database. */
export function describeBridgeStores(open: () => Promise<Sql>): void {
  let sql: Sql;
  beforeAll(async () => {
    sql = await open();
    await migrate(sql, fixedRuntime(), migrations);
  });
  beforeEach(async () => {
    const tables = ["projects", "active_projects", "repositories", "repository_facts", "agent_probes", "agent_runs"];
    for (const table of [...tables, "query_answers", "operations"]) await sql.run(`DELETE FROM ${table}`);
  });
  afterAll(() => sql.close());

  describe("project store", () => {
    it("makes the first project the default and refuses a duplicate name", async () => {
      const store = openProjectStore(sql);
      expect(await store.create("t", { name: "shop", description: "d", at })).toBe(true);
      expect(await store.create("t", { name: "shop", description: "again", at })).toBe(false);
      await store.create("t", { name: "tools", description: null, at });
      expect(await store.defaultProject("t")).toBe("shop");
      expect(await store.list("t")).toMatchObject([
        { name: "shop", description: "d", repositoryCount: 0 },
        { name: "tools", description: null },
      ]);
      expect(await store.list("other")).toEqual([]);
    });

    it("lists the last used first", async () => {
      const store = openProjectStore(sql);
      for (const name of ["shop", "tools"]) await store.create("t", { name, description: null, at });
      await store.setDefault("t", "tools", later);
      expect((await store.list("t")).map(({ name }) => name)).toEqual(["tools", "shop"]);
      expect(await store.defaultProject("t")).toBe("tools");
    });

    it("adds no repository to a removed project, and does not make it the default", async () => {
      const store = openProjectStore(sql);
      const api = { project: "shop", name: "api", path: "/api", description: null };
      expect(await store.addRepository("t", { ...api, at })).toBe(false);
      expect(await store.setDefault("t", "shop", at)).toBe(false);
      await store.create("t", { name: "tools", description: null, at });
      expect(await store.defaultProject("t")).toBe("tools");
      expect(await store.repositories("t", "shop")).toEqual([]);
    });

    it("removes a project with its repositories and cached answers", async () => {
      const store = openProjectStore(sql);
      await store.create("t", { name: "shop", description: null, at });
      const api = { project: "shop", name: "api", path: "/api", description: null };
      expect(await store.addRepository("t", { ...api, at })).toBe(true);
      expect(await store.addRepository("t", { ...api, at })).toBe(false);
      await openAnswerCache(sql).save("t", anAnswer);
      expect(await store.repositories("t", "shop")).toEqual([api]);
      expect(await store.remove("t", "shop")).toBe(true);
      expect(await store.repositories("t", "shop")).toEqual([]);
      expect(await openAnswerCache(sql).all("t")).toEqual([]);
      expect(await store.defaultProject("t")).toBeUndefined();
      expect(await store.remove("t", "shop")).toBe(false);
    });
  });

  describe("answer store", () => {
    it("returns an answer until it expires, counts hits and isolates tenants", async () => {
      const store = openAnswerCache(sql);
      await store.save("t", anAnswer);
      expect(await store.find("t", "k", at)).toEqual(anAnswer);
      expect(await store.find("other", "k", at)).toBeUndefined();
      expect(await store.all("t", "shop")).toMatchObject([{ key: "k", hits: 1 }]);
      expect(await store.find("t", "k", later)).toBeUndefined();
      expect(await store.all("t")).toEqual([]);
    });

    it("clears by project and repository", async () => {
      const store = openAnswerCache(sql);
      await store.save("t", anAnswer);
      await store.save("t", { ...anAnswer, key: "l", repository: "web" });
      expect(await store.clear("t", { project: "tools" })).toBe(0);
      expect(await store.clear("t", { project: "shop", repository: "web" })).toBe(1);
      expect(await store.clear("t")).toBe(1);
    });
  });

  describe("run store", () => {
    it("records a run from start to end", async () => {
      const store = openRunStore(sql);
      await store.add("t", aRun());
      await store.update("t", "sa_1", { status: "done", exitCode: 0, endedAt: later, durationMs: 5 });
      expect(await store.find("t", "sa_1")).toEqual(
        aRun({ status: "done", exitCode: 0, endedAt: later, durationMs: 5 }),
      );
      expect(await store.find("other", "sa_1")).toBeUndefined();
    });

    it("lists the runs to cancel, and only those that are running", async () => {
      const store = openRunStore(sql);
      await store.add("t", aRun());
      await store.add("t", aRun({ id: "sa_2" }));
      await store.add("t", aRun({ id: "sa_3", endedAt: later }));
      expect(await store.requestCancel("t", "sa_2")).toBe(true);
      expect(await store.requestCancel("t", "sa_3")).toBe(false);
      expect(await store.heartbeat("t", ["sa_1", "sa_2"], later)).toEqual(["sa_2"]);
      expect((await store.find("t", "sa_1"))?.seenAt).toBe(later);
      expect(await store.complete("t", "sa_1", { status: "done", endedAt: later })).toBe(true);
      expect(await store.complete("t", "sa_2", { status: "done", endedAt: later })).toBe(false);
      expect(await store.find("t", "sa_1")).toMatchObject({ status: "done", endedAt: later });
      expect(await store.find("t", "sa_2")).toMatchObject({ endedAt: null });
    });

    it("adds up tokens, cost and time since a moment", async () => {
      const store = openRunStore(sql);
      await store.add("t", aRun({ durationMs: 10, status: "failed" }));
      await store.add("t", aRun({ id: "sa_2", startedAt: later, durationMs: 5 }));
      expect((await store.list("t", { limit: 1 })).map(({ id }) => id)).toEqual(["sa_2"]);
      expect((await store.list("t", { limit: 5, offset: 1 })).map(({ id }) => id)).toEqual([aRun().id]);
      expect(await store.totals("t", {})).toEqual({ runs: 2, failed: 1, tokens: 240, cost: 1, durationMs: 15 });
      expect(await store.totals("t", { since: later })).toMatchObject({ runs: 1, durationMs: 5 });
      expect(await store.totals("t", { project: "tools" })).toMatchObject({ runs: 0, cost: 0 });
    });

    it("clears ended runs and returns what is left to clean up", async () => {
      const store = openRunStore(sql);
      await store.add("t", aRun({ endedAt: later }));
      await store.add("t", aRun({ id: "sa_2" }));
      expect(await store.clear("t", { before: at })).toEqual([]);
      expect(await store.clear("t", { ids: ["sa_none"] })).toEqual([]);
      expect(await store.clear("t", {})).toEqual([
        { id: "sa_1", kind: "query", path: "/api", transcript: "/t/sa_1.log" },
      ]);
      expect((await store.list("t", { limit: 10 })).map(({ id }) => id)).toEqual(["sa_2"]);
    });
  });

  describe("operation store", () => {
    it("sums operations, for all projects or one", async () => {
      const store = openOperationStore(sql);
      const one = {
        tool: "query_repo",
        project: "shop",
        repository: "api",
        session: "s",
        caller: "c",
        at,
        durationMs: 4,
      };
      await store.add("t", { ...one, id: "op_1", cached: true, errorCode: null, error: null });
      await store.add("t", { ...one, id: "op_2", cached: false, errorCode: "AGENT_ERROR", error: "no" });
      await store.add("t", {
        ...one,
        id: "op_3",
        tool: "implement_in_repo",
        project: "tools",
        session: "u",
        cached: false,
        errorCode: null,
        error: null,
      });
      expect(await store.totals("t")).toMatchObject({ operations: 3, sessions: 2, queries: 2, cached: 1, failed: 1 });
      expect(await store.totals("t", "tools")).toMatchObject({ queries: 0, implementations: 1, durationMs: 4 });
      expect((await store.list("t", { project: "shop", limit: 1 })).map(({ id, cached }) => [id, cached])).toEqual([
        ["op_2", false],
      ]);
      expect(await store.clear("t", { project: "shop" })).toBe(2);
    });
  });

  describe("fact store", () => {
    it("returns facts only for the state they were computed from", async () => {
      const store = openFactStore(sql);
      await store.save("t", { path: "/api", kind: "statistics", state: "a", facts: { files: 1 }, at });
      expect(await store.read("t", "/api", "statistics", "a")).toEqual({ files: 1 });
      await store.save("t", { path: "/api", kind: "statistics", state: "b", facts: { files: 2 }, at });
      expect(await store.read("t", "/api", "statistics", "a")).toBeUndefined();
      await store.saveProbe("t", "claude:1", { version: "2" });
      expect(await store.readProbe("t", "claude:1")).toEqual({ version: "2" });
    });
  });
}
