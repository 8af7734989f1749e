// One of the processes that bench/writers.ts and the tests start: one transaction per row; prints the row's number once it is committed.
import { openSqlite } from "../../src/engine/sqlite/open-sqlite.js";

const [database = "", name = "", count = "0"] = process.argv.slice(2);
const sql = await openSqlite(database);
for (let n = 0; n < Number(count); n++) {
  await sql.transaction((session) => session.run("INSERT INTO rows VALUES (?, ?)", [name, n]));
  process.stdout.write(`${n}\n`);
}
await sql.close();
