import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fixedRuntime } from "../../src/base/runtime.js";
import type { Sql } from "../../src/engine/sql.js";
import { type DistilledRun, openDistilledStore } from "../../src/store/memory/distilled-store.js";
import { migrate } from "../../src/store/migrate.js";
import { migrations } from "../../src/store/migrations/index.js";

const aRun = (changes: Partial<DistilledRun> = {}): DistilledRun => ({
  sessionId: "s1",
  at: "2026-01-02T00:00:00.000Z",
  model: "m",
  exchanges: 3,
  inputTokens: 2000,
  outputTokens: 100,
  cost: 0.0125,
  lessons: 2,
  dropped: 1,
  ...changes,
});

/** Conformance tests of the record of distilled sessions, for every database. */
export function describeDistilledStore(open: () => Promise<Sql>): void {
  describe("distilled sessions", () => {
    let sql: Sql;
    beforeAll(async () => {
      sql = await open();
      await migrate(sql, fixedRuntime(), migrations);
      await sql.run("DELETE FROM sessions WHERE tenant = ?", ["d"]);
      for (const [id, parent, exchanges, day] of [
        ["s1", "", 3, "03"],
        ["s2", "", 5, "04"],
        ["s2/sub", "s2", 4, "05"],
        ["empty", "", 0, "06"],
      ] as const)
        await sql.run(
          `INSERT INTO sessions (tenant, id, agent, project, folder, branch, model, title, parent, started_at, ended_at, exchanges, tokens_in, tokens_out)
           VALUES ('d', ?, 'codex', 'p', '/p', '', '', '', ?, '', ?, ?, 0, 0)`,
          [id, parent, `2026-01-${day}`, exchanges],
        );
    });
    afterAll(() => sql.close());

    it("lists sessions of people with exchanges that no model read, the newest first", async () => {
      const store = openDistilledStore(sql);
      expect(await store.pending("d", {}, 10)).toEqual(["s2", "s1"]);
      expect(await store.pending("d", { before: "2026-01-04" }, 10)).toEqual(["s1"]);
      expect(await store.pending("d", { project: "other" }, 10)).toEqual([]);
      await store.add("d", aRun());
      expect(await store.pending("d", {}, 10)).toEqual(["s2"]);
      await store.add("d", aRun({ sessionId: "s2", at: "2026-01-03T00:00:00.000Z", exchanges: 4 }));
      expect(await store.pending("d", {}, 10)).toEqual(["s2"]);
      expect(await store.exchangesRead("d", "s2")).toBe(4);
      expect(await store.pending("other", {}, 10)).toEqual([]);
    });

    it("adds up what a day cost", async () => {
      const store = openDistilledStore(sql);
      expect(await store.totals("d", "2026-01-03")).toEqual({ tokens: 2100, cost: 0.0125 });
      expect(await store.totals("d", "2026-02-01")).toEqual({ tokens: 0, cost: 0 });
      expect((await store.newest("d", 1))[0]).toEqual(
        aRun({ sessionId: "s2", at: "2026-01-03T00:00:00.000Z", exchanges: 4 }),
      );
    });
  });
}
