import { readFileSync } from "node:fs";
import postgres from "postgres";

/** Processor time used by local processes, in milliseconds; NaN where the system does not report it. */
export function processorMs(pids: readonly number[]): number {
  return pids.map(processMs).reduce((sum, ms) => sum + ms, 0);
}

/** Linux counts in hundredths of a second, in the 14th and 15th field; the second may hold spaces and ends with a bracket. */
function processMs(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return Number.NaN;
  }
}

/** Local PostgreSQL backends that serve a database; none for other database engines. */
export async function databasePids(url: string): Promise<number[]> {
  if (!url.startsWith("postgres")) return [];
  const sql = postgres(url, { max: 1, fetch_types: false });
  try {
    const rows =
      await sql`SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
    return rows.map(({ pid }) => Number(pid));
  } finally {
    await sql.end();
  }
}
