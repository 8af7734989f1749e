// One of the processes that test/e2e/postgres-kill.test.ts starts: one transaction per row; prints the row's number once it is committed.
// After a restart it continues after the last row in the database.
import { AppError } from "../../src/base/errors.js";
import { openPostgres } from "../../src/engine/postgres/open-postgres.js";

const [url = "", name = "", count = "0"] = process.argv.slice(2);
const sql = await openPostgres(url, { tenant: () => name.slice(0, 2), connections: 2, timeoutMs: 60_000 });

const hasRow = async (n: number) =>
  (await sql.all("SELECT n FROM rows WHERE writer = ? AND n = ?", [name, n])).length > 0;

async function insertRow(n: number): Promise<void> {
  try {
    await sql.transaction((session) => session.run("INSERT INTO rows VALUES (?, ?)", [name, n]));
  } catch (error) {
    const isUnknown = error instanceof AppError && error.details.outcome === "unknown";
    if (!isUnknown) throw error;
    if (!(await hasRow(n))) await insertRow(n);
  }
}

const [last] = await sql.all<{ n: number | null }>("SELECT max(n) AS n FROM rows WHERE writer = ?", [name]);
for (let n = Number(last?.n ?? -1) + 1; n < Number(count); n++) {
  await insertRow(n);
  process.stdout.write(`${n}\n`);
}
await sql.close();
