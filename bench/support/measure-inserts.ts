import postgres from "postgres";
import { processorMs } from "./processor-time.js";

/** How many rows per second connections can insert and commit one by one, and the server's processor time for each. */
export async function measureInserts(
  url: string,
  connections: number,
  seconds: number,
): Promise<{ perSecond: number; databaseMs: number }> {
  const clients = Array.from({ length: connections }, () => postgres(url, { max: 1, fetch_types: false }));
  const [first] = clients;
  if (!first) throw new Error("no connections");
  await first`CREATE TABLE IF NOT EXISTS bench_rows (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body TEXT)`;
  const pids = await Promise.all(
    clients.map(async (client) => Number((await client`SELECT pg_backend_pid() AS pid`)[0]?.pid)),
  );
  const before = processorMs(pids);
  const began = performance.now();
  const end = began + seconds * 1000;
  const body = "x".repeat(1000);
  let rows = 0;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < end) {
        await client`INSERT INTO bench_rows (body) VALUES (${body})`;
        rows++;
      }
    }),
  );
  const perSecond = (rows / (performance.now() - began)) * 1000;
  const databaseMs = (processorMs(pids) - before) / rows;
  await first`DROP TABLE bench_rows`;
  await Promise.all(clients.map((client) => client.end()));
  return { perSecond, databaseMs };
}
