import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { askRoute } from "../../../../test/support/ask-route.js";
import { type TestApp, testApp } from "../../../../test/support/test-app.js";
import type { ContextOverview, MemoryDetail, MemoryPage, MemoryTallies, RemediationPage } from "../api-types.js";

let app: TestApp;
beforeEach(async () => {
  app = await testApp();
});
afterEach(() => app.remove());

const ask = <T>(route: string, question: Parameters<typeof askRoute>[2] = {}) => askRoute<T>(app, route, question);

const record = (title: string, content: string, outcome: "success" | "failure" = "success") =>
  app.memories.record(app.call, { project: "shop", title, content, outcome, tags: ["db"] });

describe("routes for memories and shared files", () => {
  it("lists memories of every project by state and outcome, and counts them", async () => {
    await record("Use a pool", "One connection a request is slow.");
    await record("Raise the timeout", "It hides the cause.", "failure");
    const { memories, total } = await ask<MemoryPage>("GET /api/memories", { query: { outcome: "failure" } });
    expect([total, memories[0]?.title]).toEqual([1, "Raise the timeout"]);
    const tally = await ask<MemoryTallies>("GET /api/memories/tally");
    expect(tally.states).toMatchObject({ candidate: 2, verified: 0 });
    expect(tally.projects).toMatchObject([{ name: "shop", count: 2 }]);
  });

  it("returns the time of each vote and the confidence after it", async () => {
    const { id } = await record("Use a pool", "One connection a request is slow.");
    await app.memories.signal(app.call, id, "helpful");
    await app.memories.signal(app.call, id, "failed");
    const { votes } = await ask<MemoryDetail>("GET /api/memories/:id", { params: { id } });
    expect(votes.cast?.map(({ signal, confidence }) => [signal, confidence])).toEqual([
      ["helpful", 0.6],
      ["failed", 0.52],
    ]);
  });

  it("undoes an edit exactly, unless the new version was used", async () => {
    const { id } = await record("Use a pool", "One connection a request is slow.");
    const read = (one: string) => ask<MemoryDetail>("GET /api/memories/:id", { params: { id: one } });
    const before = await read(id);
    const body = { state: before.state, updatedAt: before.updatedAt };
    const edit = () => app.memories.update(app.call, id, { content: "Pool connections." });
    const undo = (version: string) => ask("POST /api/memories/:id/undo-edit", { params: { id: version }, body });
    await undo((await edit()).id);
    expect(await read(id)).toEqual(before);
    const { id: version } = await edit();
    await app.memories.signal(app.call, version, "helpful");
    await expect(undo(version)).rejects.toMatchObject({ problem: "conflict" });
    await expect(undo("mem_none")).rejects.toMatchObject({ problem: "missing" });
  });

  it("merges two memories with their evidence, and forgets both with the merged one", async () => {
    const keep = await record("Load the carousel lazily", "The page paints sooner when the carousel is loaded lazily.");
    const drop = await record("Carousel when needed", "Load the carousel when it is needed; the page paints sooner.");
    await app.memories.signal(app.call, drop.id, "helpful");
    const body = { keep: keep.id, drop: drop.id, title: "Load the carousel late", content: "It paints sooner." };
    const { id } = await ask<{ id: string }>("POST /api/memories/merge", { body });
    const merged = await ask<MemoryDetail>("GET /api/memories/:id", { params: { id } });
    expect(merged).toMatchObject({ title: "Load the carousel late", state: "verified", confidence: 0.6 });
    expect(merged.history.map((one) => one.id).sort()).toEqual([keep.id, drop.id].sort());
    expect((await app.memories.get(app.call, drop.id)).memory.supersededBy).toBe(id);
    expect(await app.memories.forget(app.call, id)).toEqual({ forgotten: 3 });
  });

  it("rejects a merge of a memory with itself, and invalid texts", async () => {
    const { id: keep } = await record("Use a pool", "One connection a request is slow.");
    const { id: drop } = await record("Keep connections", "Opening one for each request takes long.");
    const good = { keep, drop, title: "x", content: "y" };
    for (const wrong of [{ drop: keep }, { title: "x".repeat(101) }, { title: " " }, { content: 7 }])
      await expect(
        ask("POST /api/memories/merge", { body: { ...good, ...wrong } }),
        JSON.stringify(wrong),
      ).rejects.toMatchObject({ problem: "invalid" });
    expect((await ask<MemoryTallies>("GET /api/memories/tally")).states).toMatchObject({ candidate: 2 });
  });

  it("lists fixes, and forgets one", async () => {
    const { id } = await app.remediations.record(app.call, "local", {
      scope: "org",
      team: "",
      projectPath: "",
      category: "build",
      title: "Clean the cache",
      problem: "stale",
      symptoms: [],
      rootCause: "cache",
      solution: "clean",
      failedAttempts: [],
      verifiedBy: "",
      codeDiff: "",
      affectedFiles: [],
      tags: [],
      sessionId: "",
      confidence: 0.5,
    });
    const list = () => ask<RemediationPage>("GET /api/remediations");
    expect((await list()).remediations).toMatchObject([{ id, owner: "local" }]);
    await ask("POST /api/remediations/:id/forget", { params: { id } });
    expect((await list()).total).toBe(0);
    await expect(ask("POST /api/remediations/:id/forget", { params: { id } })).rejects.toMatchObject({
      problem: "missing",
    });
  });

  it("shows a project's shared files with links between decisions and whole proposals", async () => {
    const project = await app.context.open(app.call);
    await project.change(async () => {
      const usual = { date: "2026-01-01", author: "ada", context: "", consequences: "" };
      await project.knowledge.put({ key: "stack", content: "# Stack\n", author: "ada" });
      await project.decisions.record({ ...usual, title: "One", decision: "A" });
      await project.decisions.record({ ...usual, title: "Two", decision: "Supersedes 0001" });
    });
    const context = await ask<ContextOverview>("GET /api/context");
    expect(context.knowledge).toMatchObject([{ key: "stack", about: "Stack", author: "ada" }]);
    expect(context.links).toEqual([{ newer: 2, older: 1 }]);
  });
});
