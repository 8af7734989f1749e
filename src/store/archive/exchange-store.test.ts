import { expect, it } from "vitest";
import { fixedRuntime } from "../../base/runtime.js";
import type { SqlRow, SqlValue } from "../../engine/sql.js";
import { openSqlite } from "../../engine/sqlite/open-sqlite.js";
import { migrate } from "../migrate.js";
import { migrations } from "../migrations/index.js";
import { openExchangeStore } from "./exchange-store.js";

it("looks up the exchanges of a session by the session, not by walking all exchanges", async () => {
  const sql = await openSqlite(":memory:");
  await migrate(sql, fixedRuntime(), migrations);
  const plans: string[] = [];
  const all = async <R extends SqlRow>(text: string, params?: readonly SqlValue[]): Promise<R[]> => {
    const steps = await sql.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`, params);
    plans.push(steps.map(({ detail }) => detail).join("; "));
    return [];
  };
  const store = openExchangeStore({ ...sql, all });
  await store.newest("local", { session: "s1" }, 20);
  await store.newest("local", { project: "p1" }, 20);
  await sql.close();
  expect(plans[0]).toContain("exchanges_by_key");
  expect(plans[1]).toContain("exchanges_by_project");
});
