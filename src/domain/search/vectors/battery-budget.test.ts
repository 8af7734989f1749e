import { afterEach, beforeEach, expect, it } from "vitest";
import { fixedRuntime } from "../../../base/runtime.js";
import type { Sql } from "../../../engine/sql.js";
import { openSqlite } from "../../../engine/sqlite/open-sqlite.js";
import { migrate } from "../../../store/migrate.js";
import { migrations } from "../../../store/migrations/index.js";
import { openVectorStore } from "../../../store/search/vector-store.js";
import { createBatteryBudget } from "./battery-budget.js";

let sql: Sql;
beforeEach(async () => {
  sql = await openSqlite(":memory:");
  await migrate(sql, fixedRuntime(), migrations);
});
afterEach(() => sql.close());

it("ends embedding on battery after a thousand documents of all processes, until the next day or the charger", async () => {
  let now = new Date("2026-01-01T10:00:00Z");
  let isOnBattery = true;
  const open = () =>
    createBatteryBudget({
      vectors: openVectorStore(sql),
      runtime: { now: () => now },
      isOnBattery: async () => isOnBattery,
    });
  const [one, other] = [open(), open()];
  const later = (minutes: number) => {
    now = new Date(now.getTime() + minutes * 60_000);
  };
  expect([await one(0), await other(0)]).toEqual([true, true]);
  later(1);
  expect([await one(600), await other(300)]).toEqual([true, true]);
  later(1);
  expect([await one(100), await other(0)]).toEqual([false, false]);
  isOnBattery = false;
  later(1);
  expect(await one(0)).toBe(true);
  isOnBattery = true;
  later(1);
  expect(await one(0)).toBe(false);
  later(24 * 60);
  expect(await one(0)).toBe(true);
});
