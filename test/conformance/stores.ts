import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fixedWorld } from "../../src/base/world.js";
import type { Sql } from "../../src/engine/sql.js";
import { openLeaseStore } from "../../src/store/lease-store.js";
import { migrate } from "../../src/store/migrate.js";
import { migrations } from "../../src/store/migrations/index.js";
import { openSessionStore } from "../../src/store/session-store.js";

/** What the stores must do on every database. */
export function describeStores(open: () => Promise<Sql>): void {
  let sql: Sql;
  beforeAll(async () => {
    sql = await open();
    await migrate(sql, fixedWorld(), migrations);
  });
  beforeEach(async () => {
    for (const table of ["leases", "exchanges", "sessions"]) await sql.run(`DELETE FROM ${table}`);
  });
  afterAll(() => sql.close());

  describe("session store", () => {
    it("filters by project and by time, both ends included", async () => {
      await sql.run("INSERT INTO sessions VALUES (?, ?, ?, ?, ?)", ["t", "s1", "claude", "shop", "2026-01-01"]);
      for (const [position, at] of ["2026-01-01T10:00", "2026-01-02T10:00"].entries()) {
        await sql.run("INSERT INTO exchanges VALUES (?, ?, ?, ?, ?, ?, ?)", [
          "t",
          "s1",
          position,
          at,
          "q",
          "a",
          '["x.ts"]',
        ]);
      }
      const store = openSessionStore(sql);
      expect((await store.exchanges("t", {})).map(({ at }) => at)).toEqual(["2026-01-02T10:00", "2026-01-01T10:00"]);
      expect(await store.exchanges("t", { from: "2026-01-02", to: "2026-01-02T23:59" })).toMatchObject([
        { files: ["x.ts"] },
      ]);
      expect(await store.exchanges("t", { project: "web" })).toEqual([]);
      expect(await store.exchanges("other", {})).toEqual([]);
    });
  });

  describe("lease store", () => {
    it("has one holder at a time, who may renew", async () => {
      const leases = openLeaseStore(sql, fixedWorld());
      expect(await leases.take("index", "a", 60_000)).toBe(true);
      expect(await leases.take("index", "b", 60_000)).toBe(false);
      expect(await leases.take("index", "a", 60_000)).toBe(true);
    });

    it("passes on when the holder let go or its time is over", async () => {
      const leases = openLeaseStore(sql, fixedWorld());
      await leases.take("index", "a", 60_000);
      await leases.release("index", "b");
      expect(await leases.take("index", "b", 60_000)).toBe(false);
      await leases.release("index", "a");
      expect(await leases.take("index", "b", 500)).toBe(true);
      expect(await leases.take("index", "c", 60_000)).toBe(true);
    });
  });
}
