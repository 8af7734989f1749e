import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fixedRuntime } from "../../src/base/runtime.js";
import type { Sql } from "../../src/engine/sql.js";
import { openLeaseStore } from "../../src/store/lease-store.js";
import { migrate } from "../../src/store/migrate.js";
import { migrations } from "../../src/store/migrations/index.js";

/** Conformance tests of the lease store, for every database. */
export function describeStores(open: () => Promise<Sql>): void {
  let sql: Sql;
  beforeAll(async () => {
    sql = await open();
    await migrate(sql, fixedRuntime(), migrations);
  });
  beforeEach(async () => {
    await sql.run("DELETE FROM leases");
  });
  afterAll(() => sql.close());

  describe("lease store", () => {
    it("has one holder at a time, who may renew", async () => {
      const leases = openLeaseStore(sql, fixedRuntime());
      expect(await leases.take("index", "a", 60_000)).toBe(true);
      expect(await leases.take("index", "b", 60_000)).toBe(false);
      expect(await leases.take("index", "a", 60_000)).toBe(true);
    });

    it("can be taken when the holder releases it or it expires", async () => {
      const leases = openLeaseStore(sql, fixedRuntime());
      await leases.take("index", "a", 60_000);
      await leases.release("index", "b");
      expect(await leases.take("index", "b", 60_000)).toBe(false);
      await leases.release("index", "a");
      expect(await leases.take("index", "b", 500)).toBe(true);
      expect(await leases.take("index", "c", 60_000)).toBe(true);
    });
  });
}
