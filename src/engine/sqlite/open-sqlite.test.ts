import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSqlite } from "./open-sqlite.js";

describe("openSqlite", () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "throughline-sqlite-"));
    path = join(folder, "x.db");
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it("shows what one connection wrote to another", async () => {
    const [first, second] = [await openSqlite(path), await openSqlite(path)];
    await first.run("CREATE TABLE t (a TEXT)");
    await first.run("INSERT INTO t VALUES (?)", ["x"]);
    expect(await second.all("SELECT a FROM t")).toEqual([{ a: "x" }]);
    await Promise.all([first.close(), second.close()]);
  });

  it("waits for a writer, and reports a lock after the timeout", async () => {
    const first = await openSqlite(path);
    const second = await openSqlite(path, { busyTimeoutMs: 300 });
    await first.run("CREATE TABLE t (a TEXT)");
    let release = () => {};
    const holding = first.transaction(() => new Promise<void>((resolve) => (release = resolve)));
    await expect(second.run("INSERT INTO t VALUES ('late')")).rejects.toMatchObject({
      problem: "unavailable",
      message: expect.stringContaining("locked by another process"),
      hint: expect.stringContaining("doctor"),
    });
    const third = await openSqlite(path);
    const waitingWrite = third.transaction((session) => session.run("INSERT INTO t VALUES ('in time')"));
    setTimeout(release, 100);
    await Promise.all([holding, waitingWrite]);
    expect(await first.all("SELECT a FROM t")).toEqual([{ a: "in time" }]);
    await Promise.all([first.close(), second.close(), third.close()]);
  });

  it("does not change a file that is not a database, and says how to recover", async () => {
    const bytes = "not a database, but long enough to be taken for one ".repeat(20);
    await writeFile(path, bytes);
    await expect(openSqlite(path)).rejects.toMatchObject({
      problem: "unavailable",
      message: expect.stringContaining("It was not changed"),
      hint: expect.stringContaining("restore"),
    });
    expect(await readFile(path, "utf8")).toBe(bytes);
  });

  it("reports a full disk and keeps nothing of the transaction", async () => {
    const sql = await openSqlite(path);
    await sql.run("CREATE TABLE t (a TEXT)");
    // The real error of SQLite, provoked by a limit on the file's size.
    await sql.all("PRAGMA max_page_count = 4");
    const filling = sql.transaction(async (session) => {
      await session.run("INSERT INTO t VALUES ('small')");
      await session.run("INSERT INTO t VALUES (?)", ["x".repeat(100_000)]);
    });
    await expect(filling).rejects.toMatchObject({
      problem: "unavailable",
      message: expect.stringContaining("is full"),
    });
    expect(await sql.all("SELECT a FROM t")).toEqual([]);
    await sql.close();
  });

  it("explains a folder that is not there", async () => {
    await expect(openSqlite(join(folder, "none", "x.db"))).rejects.toMatchObject({
      problem: "unavailable",
      hint: expect.stringContaining("THROUGHLINE_HOME"),
    });
  });

  it("copies a database while another connection writes", async () => {
    const sql = await openSqlite(path);
    await sql.run("CREATE TABLE t (a BIGINT)");
    await sql.run("INSERT INTO t VALUES (1)");
    const copying = sql.backup(join(folder, "copy.db"));
    for (let n = 2; n < 50; n++) await sql.run("INSERT INTO t VALUES (?)", [n]);
    await copying;
    const copy = await openSqlite(join(folder, "copy.db"));
    expect(await copy.integrity()).toBe("ok");
    const [row] = await copy.all<{ n: number }>("SELECT count(*) AS n FROM t");
    expect(row?.n).toBeGreaterThanOrEqual(1);
    await Promise.all([sql.close(), copy.close()]);
  });
});
