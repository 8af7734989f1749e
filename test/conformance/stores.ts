import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fixedWorld } from "../../src/base/world.js";
import type { Sql } from "../../src/engine/sql.js";
import { openLeaseStore } from "../../src/store/lease-store.js";
import { type Memory, openMemoryStore } from "../../src/store/memory-store.js";
import { migrate } from "../../src/store/migrate.js";
import { migrations } from "../../src/store/migrations/index.js";
import { openSessionStore } from "../../src/store/session-store.js";

const aMemory = (changes: Partial<Memory> = {}): Memory => ({
  id: "mem_1",
  project: "shop",
  title: "Use table-driven tests",
  content: "They fail more clearly.",
  outcome: "success",
  confidence: 0.5,
  tags: ["go"],
  author: "test",
  createdAt: "2026-01-02T03:04:05.000Z",
  ...changes,
});

/** What the stores must do on every database. */
export function describeStores(open: () => Promise<Sql>): void {
  let sql: Sql;
  beforeAll(async () => {
    sql = await open();
    await migrate(sql, fixedWorld(), migrations);
  });
  beforeEach(async () => {
    for (const table of ["memories", "leases", "exchanges", "sessions"]) await sql.run(`DELETE FROM ${table}`);
  });
  afterAll(() => sql.close());

  describe("memory store", () => {
    it("gives back what was added, newest first", async () => {
      const store = openMemoryStore(sql);
      const older = aMemory();
      const newer = aMemory({ id: "mem_2", createdAt: "2026-02-02T03:04:05.000Z" });
      await store.add("t", older);
      await store.add("t", newer);
      expect(await store.ofProject("t", "shop")).toEqual([newer, older]);
    });

    it("keeps tenants and projects apart", async () => {
      const store = openMemoryStore(sql);
      await store.add("t", aMemory());
      await store.add("other", aMemory());
      await store.add("t", aMemory({ id: "mem_2", project: "web" }));
      expect((await store.ofProject("t", "shop")).map(({ id }) => id)).toEqual(["mem_1"]);
      expect(await store.count("t")).toBe(2);
      expect(await store.count("nobody")).toBe(0);
    });
  });

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
