import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fixedRuntime } from "../base/runtime.js";
import type { Sql } from "../engine/sql.js";
import { openSqlite } from "../engine/sqlite/open-sqlite.js";
import { migrate } from "./migrate.js";
import type { Migration } from "./migrations/migration.js";

const step = (name: string, needs?: string): Migration => ({
  name,
  ...(needs === undefined ? {} : { needs }),
  up: async (session) => void (await session.run(`CREATE TABLE ${name} (x BIGINT)`)),
});
const [first, added, contracted] = [step("one"), step("two", "one"), step("three", "two")];

describe("migrate", () => {
  let sql: Sql;
  beforeEach(async () => {
    sql = await openSqlite(":memory:");
  });
  afterEach(() => sql.close());
  const upgrade = (...migrations: Migration[]) => migrate(sql, fixedRuntime(), migrations);

  it("lets the version before keep working after a step that only added something", async () => {
    await upgrade(first, added);
    await upgrade(first);
    await upgrade(first, added, contracted);
    await upgrade(first, added);
    expect(await sql.all("SELECT name FROM migrations ORDER BY applied_at, name")).toHaveLength(3);
  });

  it("refuses a version that does not know what a step needs, or a step that says nothing", async () => {
    await upgrade(first, added, contracted);
    await expect(upgrade(first)).rejects.toMatchObject({
      problem: "conflict",
      message: expect.stringContaining("three"),
    });
    await upgrade(first, added, contracted, step("four"));
    await expect(upgrade(first, added, contracted)).rejects.toMatchObject({ message: expect.stringContaining("four") });
  });
});
