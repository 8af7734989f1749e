import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { callAs } from "../../../test/support/call-as.js";
import { type TestApp, testApp } from "../../../test/support/test-app.js";

describe("memory_search", () => {
  let app: TestApp;
  let call: ReturnType<typeof callAs>;
  beforeEach(async () => {
    app = await testApp();
    call = callAs(app);
  });
  afterEach(() => app.remove());

  const record = async (title: string, content: string, more: object = {}) =>
    String((await call("memory_record", { project_id: "shop", title, content, outcome: "success", ...more })).id);
  const search = async (query: string, limit = 10) => {
    const { memories } = await call("memory_search", { project_id: "shop", query, limit });
    return memories as { id: string; possibly_stale?: boolean; changed_anchors?: string[] }[];
  };
  const ids = async (query: string, limit?: number) => (await search(query, limit)).map(({ id }) => id);
  const vote = (id: string, helpful: boolean) => call("memory_feedback", { memory_id: id, helpful });

  it("ranks a memory with low confidence last, but shows it", async () => {
    const wrong = await record("Retry flaky network calls", "Retry three times with growing pauses.");
    const right = await record("Retry flaky uploads", "Resume the upload where it stopped, network or not.");
    expect((await ids("retry flaky network calls"))[0]).toBe(wrong);
    for (let i = 0; i < 3; i++) await vote(wrong, false);
    expect(await ids("retry flaky network calls")).toEqual([right, wrong]);
  });

  it("refuses a query without a word", async () => {
    await expect(search(" ")).rejects.toMatchObject({ problem: "invalid" });
  });

  it("never answers more than the limit", async () => {
    for (let i = 0; i < 5; i++) await record(`Pool lesson number ${i}`, `About pools and ${"abcde"[i]}${i}${i}`);
    expect(await ids("pool lesson", 2)).toHaveLength(2);
  });

  it("never ranks a memory lower after a helpful vote", async () => {
    const recorded: string[] = [];
    const subjects = ["cache eviction", "cache warming", "cache keys", "cache size limits", "cache of sessions"];
    for (const subject of subjects) recorded.push(await record(`About ${subject}`, `What we know of ${subject}.`));
    const step = fc.record({ which: fc.nat(recorded.length - 1), helpful: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), fc.nat(recorded.length - 1), async (steps, which) => {
        for (const one of steps) await vote(recorded[one.which] ?? "", one.helpful);
        const id = recorded[which] ?? "";
        const before = (await ids("cache keys")).indexOf(id);
        await vote(id, true);
        expect((await ids("cache keys")).indexOf(id)).toBeLessThanOrEqual(before);
      }),
      { numRuns: 15 },
    );
  });

  it("marks a memory as possibly stale when its anchor changes, until it is confirmed", async () => {
    const file = join(app.folder, "pool.ts");
    await writeFile(file, "export function openPool() {\n  return 1;\n}\n");
    const id = await record("Pools are opened once", "By openPool.", { anchors: ["pool.ts#openPool"] });
    expect((await search("pools opened"))[0]?.possibly_stale).toBeUndefined();
    await writeFile(file, "export function openPool() {\n  return 2;\n}\n");
    expect((await search("pools opened"))[0]).toMatchObject({
      possibly_stale: true,
      changed_anchors: ["pool.ts#openPool"],
    });
    await call("memory_update", { memory_id: id, confirm: true });
    expect((await search("pools opened"))[0]?.possibly_stale).toBeUndefined();
  });

  it("injects memories that someone wrote, and imported ones when they are verified", async () => {
    const lesson = { project: "shop", outcome: "success", tags: [] } as const;
    const imported = await app.memories.record(app.call, {
      ...lesson,
      title: "Pools from a note",
      content: "Pools seem to leak.",
      source: "imported" as const,
    });
    const query = { project: "shop", query: "pools", limit: 5 };
    const inShop = { ...app.call, folder: "shop" };
    expect(await app.memories.trusted(inShop, 5)).toEqual([]);
    expect(await app.memories.search(app.call, query)).toHaveLength(1);
    await vote(imported.id, true);
    expect(await app.memories.trusted(inShop, 5)).toMatchObject([{ id: imported.id, state: "verified" }]);
  });
});
