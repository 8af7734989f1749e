// Many processes writing to one database: none may lose a row or fail. Baseline: the same rows by one process.
// Usage: npm run bench -- writers
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqlite } from "../src/engine/sqlite/open-sqlite.js";
import { report } from "./support/report.js";

const writes = 500;

await benchWriters();

async function benchWriters(): Promise<void> {
  const rows = [];
  for (const processes of [1, 4, 16]) {
    const folder = mkdtempSync(join(tmpdir(), "throughline-bench-"));
    const database = join(folder, "bench.db");
    const sql = await openSqlite(database);
    await sql.run("CREATE TABLE rows (writer TEXT, n BIGINT)");
    const began = performance.now();
    const codes = await Promise.all(Array.from({ length: processes }, (_, i) => writer(database, `w${i}`)));
    const seconds = (performance.now() - began) / 1000;
    const [row] = await sql.all<{ n: number }>("SELECT count(*) AS n FROM rows");
    await sql.close();
    rmSync(folder, { recursive: true, force: true });
    const total = processes * writes;
    rows.push([
      String(processes),
      `${Number(row?.n)} of ${total}`,
      String(codes.filter((code) => code !== 0).length),
      Math.round(total / seconds).toString(),
    ]);
  }
  report("writers", ["processes", "rows stored", "processes failed", "rows per second, start included"], rows);
}

function writer(database: string, name: string): Promise<number | null> {
  const script = join(import.meta.dirname, "..", "test", "support", "writer.ts");
  const child = spawn(process.execPath, ["--import", "tsx", script, database, name, String(writes)], {
    stdio: "inherit",
  });
  return new Promise((done) => child.on("close", done));
}
