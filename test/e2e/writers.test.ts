import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSqlite } from "../../src/engine/sqlite/open-sqlite.js";
import { bundleScript } from "../support/bundle-script.js";

const script = await bundleScript("writer");

describe("many processes on one database", () => {
  let folder: string;
  let database: string;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "throughline-writers-"));
    database = join(folder, "x.db");
    const sql = await openSqlite(database);
    await sql.run("CREATE TABLE rows (writer TEXT, n BIGINT)");
    await sql.close();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  afterAll(() => script.remove());

  const start = (name: string, count: number) =>
    spawn(process.execPath, [script.file, database, name, String(count)], { stdio: ["ignore", "pipe", "inherit"] });
  const exitOf = (child: ReturnType<typeof start>) =>
    new Promise<number | null>((resolve) => child.on("close", resolve));

  it("lose no row and fail no write", async () => {
    const codes = await Promise.all(Array.from({ length: 16 }, (_, i) => exitOf(start(`w${i}`, 100))));
    expect(codes).toEqual(Array(16).fill(0));
    const sql = await openSqlite(database);
    const rows = await sql.all<{ n: number }>("SELECT count(*) AS n FROM rows GROUP BY writer");
    expect(rows.map(({ n }) => n)).toEqual(Array(16).fill(100));
    await sql.close();
  });

  it("keep every write that was acknowledged before a kill -9", async () => {
    const child = start("killed", 100_000);
    let acknowledged = -1;
    child.stdout.on("data", (chunk) => {
      acknowledged = Number(String(chunk).trim().split("\n").at(-1));
      if (acknowledged > 200) child.kill("SIGKILL");
    });
    await exitOf(child);
    const sql = await openSqlite(database);
    const [row] = await sql.all<{ last: number; n: number }>("SELECT max(n) AS last, count(*) AS n FROM rows");
    expect(row?.last).toBeGreaterThanOrEqual(acknowledged);
    expect(row?.n).toBe(Number(row?.last) + 1);
    expect(await sql.integrity()).toBe("ok");
    await sql.close();
  });
});
