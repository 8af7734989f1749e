import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, describe, expect, it } from "vitest";
import { bundleScript } from "../support/bundle-script.js";
import { startMcpProcess } from "../support/mcp-process.js";
import { ownServer } from "../support/postgres-server.js";
import { Product } from "../support/product.js";

const script = await bundleScript("postgres-writer");
const server = await ownServer();
const writes = Number(process.env.THROUGHLINE_TEST_WRITES ?? 1200);
const names = ["aa1", "aa2", "bb1", "cc1"];

if (typeof server === "string") it.skip(`killing PostgreSQL (skipped: ${server})`, () => {});
else {
  describe("killing PostgreSQL or its writers", () => {
    afterAll(async () => {
      await server.stop();
      script.remove();
    });

    it("loses no acknowledged write and duplicates none", async () => {
      const url = await server.freshDatabase();
      await server.run(url, "CREATE TABLE rows (writer TEXT, n BIGINT)");
      const acknowledged = new Map<string, number>();
      const running = new Map<string, ChildProcess>();
      const share = Math.ceil(writes / names.length);
      const write = async (name: string): Promise<void> => {
        const child = spawn(process.execPath, [script.file, url, name, String(share)], {
          stdio: ["ignore", "pipe", "inherit"],
        });
        running.set(name, child);
        child.stdout.on("data", (chunk) => {
          const last = String(chunk).trim().split("\n").at(-1);
          acknowledged.set(name, Math.max(Number(last), acknowledged.get(name) ?? -1));
        });
        const signal = await new Promise<string | null>((resolve) => child.on("close", (_, by) => resolve(by)));
        if (signal === "SIGKILL") await write(name);
      };
      const all = Promise.all(names.map(write));
      const done = () => [...acknowledged.values()].reduce((sum, n) => sum + n + 1, 0);
      const reached = async (part: number) => {
        while (done() < writes * part) await sleep(5);
      };
      for (const part of [0.2, 0.5]) {
        await reached(part);
        await server.kill();
        await server.start();
      }
      await reached(0.7);
      for (const name of names.slice(0, 2)) running.get(name)?.kill("SIGKILL");
      const acknowledgedIds = [...acknowledged];
      const storedIds = await counted(url);
      for (const [name, last] of acknowledgedIds) expect(storedIds.get(name)?.last).toBeGreaterThanOrEqual(last);
      await all;
      for (const { rows, different } of (await counted(url)).values()) {
        expect({ rows, different }).toEqual({ rows: share, different: share });
      }
    }, 600_000);

    it("reports an unavailable database, and recovers without a restart", async () => {
      const product = new Product();
      const database = await server.freshDatabase();
      const env = { ...product.env, THROUGHLINE_DATABASE: database } as Record<string, string>;
      const client = await startMcpProcess(env, product.repository);
      const record = (n: number) =>
        client.call("memory_record", {
          project_id: "shop",
          title: `Lesson ${n}`,
          content: `What was learned the ${n}th time.`,
          outcome: "success",
        });
      expect(await record(1)).toHaveProperty("id");
      await server.kill();
      const refused = await record(2);
      expect(refused).toMatchObject({ error: { code: "UNAVAILABLE" } });
      expect(JSON.stringify(refused)).not.toContain("postgres:postgres");
      const waiting = record(3);
      await server.start();
      expect(await waiting).toHaveProperty("id");
      expect(await record(4)).toHaveProperty("id");
      await client.close();
      product.remove();
      // Two starts of a server and one of the product take long on a busy machine.
    }, 600_000);
  });
}

async function counted(url: string) {
  const sql = postgres(url, { max: 1, fetch_types: false });
  const rows = await sql.unsafe<{ writer: string; last: string; rows: string; different: string }[]>(
    "SELECT writer, max(n) AS last, count(*) AS rows, count(DISTINCT n) AS different FROM rows GROUP BY writer",
  );
  await sql.end();
  return new Map(
    rows.map(({ writer, last, rows, different }) => [
      writer,
      { last: Number(last), rows: Number(rows), different: Number(different) },
    ]),
  );
}
