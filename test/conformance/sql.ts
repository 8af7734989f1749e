import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fixedRuntime } from "../../src/base/runtime.js";
import type { Sql } from "../../src/engine/sql.js";
import { migrate } from "../../src/store/migrate.js";
import { migrations } from "../../src/store/migrations/index.js";

/** Conformance tests of every SQL engine. */
export function describeSql(open: () => Promise<Sql>): void {
  describe("sql", () => {
    let sql: Sql;
    beforeAll(async () => {
      sql = await open();
      await sql.run(
        `CREATE TABLE things (name TEXT PRIMARY KEY, size BIGINT, share DOUBLE PRECISION, body ${sql.dialect.bytes})`,
      );
    });
    afterAll(() => sql.close());

    const names = async () =>
      (await sql.all<{ name: string }>("SELECT name FROM things ORDER BY name")).map(({ name }) => name);
    const add = (name: string) => ["INSERT INTO things (name) VALUES (?)", [name]] as const;

    it("reads back values of every type", async () => {
      const bytes = Uint8Array.from([0, 1, 255]);
      await sql.run("INSERT INTO things VALUES (?, ?, ?, ?)", ["a'; DROP TABLE things; --", 7, 0.1, bytes]);
      const [row] = await sql.all("SELECT * FROM things WHERE size = ?", [7]);
      expect(row).toMatchObject({ name: "a'; DROP TABLE things; --", share: 0.1 });
      expect(Number(row?.size)).toBe(7);
      expect(Buffer.from(row?.body as Uint8Array)).toEqual(Buffer.from(bytes));
      expect(await sql.run("DELETE FROM things")).toBe(1);
    });

    it("returns how many rows a statement changed", async () => {
      for (const name of ["a", "b", "c"]) await sql.run(...add(name));
      expect(await sql.run("UPDATE things SET size = 1 WHERE name <> ?", ["b"])).toBe(2);
      await sql.run("DELETE FROM things");
    });

    it("finds exactly the texts of a list, with any content", async () => {
      const odd = ["", " ", "NULL", '"', "\\", '\\"', "a,b", "{a}", "x'y", "\n", "}', 'b'", "héllo 数", "?", "$1"];
      for (const name of [...odd, "other", "null", "a", "b"]) await sql.run(...add(name));
      for (const list of [odd, odd.slice(0, 3), [...odd.slice(3), "not there"]]) {
        const text = `SELECT name FROM things WHERE name IN (${list.map(() => "?").join(", ")}) AND name <> ?`;
        const rows = await sql.all<{ name: string }>(text, [...list, "other"]);
        expect(rows.map(({ name }) => name).sort()).toEqual(list.filter((one) => one !== "not there").sort());
      }
      const sized = await sql.run("UPDATE things SET size = ? WHERE name IN (?, ?)", [5, "a", "b"]);
      expect([sized, await sql.run("DELETE FROM things WHERE size IN (?, ?, ?)", [5, 6, null])]).toEqual([2, 2]);
      expect(await sql.run("DELETE FROM things WHERE name NOT IN (?, ?)", ["other", "null"])).toBe(odd.length);
      await sql.run("DELETE FROM things");
    });

    it("does not treat a question mark inside quotes as a placeholder", async () => {
      const [row] = await sql.all<{ x: string }>("SELECT '?' AS x, ? AS y", ["z"]);
      expect(row).toEqual({ x: "?", y: "z" });
    });

    it("rolls back a transaction that fails", async () => {
      const failing = sql.transaction(async (session) => {
        await session.run(...add("lost"));
        throw new Error("no");
      });
      await expect(failing).rejects.toThrow("no");
      expect(await names()).toEqual([]);
    });

    it("isolates concurrent transactions and statements", async () => {
      const seen: string[] = [];
      const slow = sql.transaction(async (session) => {
        await session.run(...add("one"));
        await new Promise((resolve) => setTimeout(resolve, 20));
        seen.push(...(await session.all<{ name: string }>("SELECT name FROM things")).map(({ name }) => name));
      });
      const quick = sql.run(...add("two"));
      const other = sql.transaction((session) => session.run(...add("three")));
      await Promise.all([slow, quick, other]);
      expect(seen).toEqual(["one"]);
      expect(await names()).toEqual(["one", "three", "two"]);
      await sql.run("DELETE FROM things");
    });

    it("keeps working after a statement that failed", async () => {
      await expect(sql.all("SELECT nothing FROM nowhere")).rejects.toThrow();
      await sql.run(...add("a"));
      expect(await names()).toEqual(["a"]);
    });
  });

  describe("migrate", () => {
    let sql: Sql;
    beforeAll(async () => {
      sql = await open();
    });
    afterAll(() => sql.close());

    it("migrates an empty database once, even when many open it together", async () => {
      await Promise.all([1, 2, 3].map(() => migrate(sql, fixedRuntime(), migrations)));
      const applied = await sql.all<{ name: string }>("SELECT name FROM migrations ORDER BY name");
      expect(applied.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name));
    });

    it("rolls back a migration that fails", async () => {
      const bad = {
        name: "m9999-bad",
        async up(session: Pick<Sql, "run">) {
          await session.run("CREATE TABLE half_made (x TEXT)");
          throw new Error("no");
        },
      };
      await expect(migrate(sql, fixedRuntime(), [...migrations, bad])).rejects.toThrow("no");
      await expect(sql.all("SELECT * FROM half_made")).rejects.toThrow();
    });

    it("lets a program of an earlier version use the schema, back to the last step that was not only an addition", async () => {
      const compatible = migrations.findIndex(({ name }) => name === "m0026-error-signatures") + 1;
      for (let count = compatible; count < migrations.length; count++) {
        await migrate(sql, fixedRuntime(), migrations.slice(0, count));
      }
      await expect(migrate(sql, fixedRuntime(), migrations.slice(0, compatible - 1))).rejects.toMatchObject({
        problem: "conflict",
        message: expect.stringContaining("written by a newer Throughline"),
      });
    });

    it("leaves a database of a newer version unchanged and reports it", async () => {
      await sql.run("INSERT INTO migrations (name, applied_at) VALUES (?, ?)", ["m9999-future", "2030"]);
      await expect(migrate(sql, fixedRuntime(), migrations)).rejects.toMatchObject({
        problem: "conflict",
        message: expect.stringContaining("m9999-future"),
      });
    });
  });
}
