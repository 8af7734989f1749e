// A PostgreSQL server with many tenants: bytes per document, writes and searches per second, compared with SQLite.
// Usage: tsx bench/postgres.ts [documents] [tenants]; set THROUGHLINE_TEST_POSTGRES to use another server.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fixedRuntime } from "../src/base/runtime.js";
import { createSearch } from "../src/domain/search/search.js";
import type { Sql } from "../src/engine/sql.js";
import { openSqlite } from "../src/engine/sqlite/open-sqlite.js";
import { inTenant } from "../src/engine/tenant-scope.js";
import { migrate } from "../src/store/migrate.js";
import { migrations } from "../src/store/migrations/index.js";
import { searchDocument } from "../src/store/search/search-document.js";
import { openSearchIndex } from "../src/store/search/search-index.js";
import { openVectorStore } from "../src/store/search/vector-store.js";
import { namedServer, ownServer } from "../test/support/postgres-server.js";
import { openTenantDatabase } from "../test/support/tenant-database.js";

const [documents = 20_000, tenants = 100] = process.argv.slice(2).map(Number);
const clients = 16;
const show = (name: string, value: string) => void process.stdout.write(`${name.padEnd(52)} ${value}\n`);
const words = Array.from({ length: 5000 }, (_, i) => `word${(i * 7919).toString(36)}`);
const wordAt = (n: number) => words[Math.floor(words.length * ((n * 0.618033) % 1) ** 3)] ?? "";
const textOf = (n: number) => Array.from({ length: 60 }, (_, i) => wordAt(n * 61 + i)).join(" ");
const tenantAt = (n: number) => `tenant${n % tenants}`;
const documentAt = (n: number) =>
  searchDocument({
    ...{ id: `memory/${n}`, kind: "memory", project: "shop", source: String(n), at: "2026-01-01T00:00:00.000Z" },
    ...{ title: textOf(n).slice(0, 60), body: textOf(n) },
  });

async function measure(name: string, sql: Sql, bytes: () => Promise<number>): Promise<void> {
  const index = openSearchIndex(sql);
  const search = createSearch({ index, vectors: openVectorStore(sql), embedder: undefined, runtime: fixedRuntime() });
  const empty = await bytes();
  const began = performance.now();
  for (let tenant = 0; tenant < tenants; tenant++) {
    const tenantDocuments = Array.from({ length: Math.ceil(documents / tenants) }, (_, i) =>
      documentAt(i * tenants + tenant),
    );
    await inTenant(tenantAt(tenant), () => index.put(tenantAt(tenant), tenantDocuments));
  }
  show(`${name}: documents loaded a second`, (documents / ((performance.now() - began) / 1000)).toFixed(0));
  show(`${name}: bytes of a document with its words`, (((await bytes()) - empty) / documents).toFixed(0));
  const time = async (label: string, count: number, body: (n: number) => Promise<unknown>) => {
    const times: number[] = [];
    const start = performance.now();
    let next = 0;
    const client = async () => {
      for (let n = next++; n < count; n = next++) {
        const startedAt = performance.now();
        await inTenant(tenantAt(n * 13), () => body(n));
        times.push(performance.now() - startedAt);
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
    times.sort((a, b) => a - b);
    const quantile = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
    const rate = (count / ((performance.now() - start) / 1000)).toFixed(0);
    show(
      `${name}: ${label}, ${clients} clients`,
      `${rate} a second, p50 ${quantile(0.5)} ms, p99 ${quantile(0.99)} ms`,
    );
  };
  await time("searches", 1000, (n) =>
    search.find({ tenant: tenantAt(n * 13), query: `${wordAt(n)} ${wordAt(n + 7)} ${wordAt(n * 3)}` }),
  );
  await time("writes", 1000, (n) => index.put(tenantAt(n * 13), [documentAt(documents + n)]));
}

const server = process.env.THROUGHLINE_TEST_POSTGRES
  ? namedServer(process.env.THROUGHLINE_TEST_POSTGRES)
  : await ownServer();
if (typeof server === "string") show("PostgreSQL", `cannot run here: ${server}`);
else {
  show("documents / tenants", `${documents} / ${tenants}`);
  const database = await openTenantDatabase(server, 10);
  await measure("PostgreSQL, row-level security", database.service, () => database.owner.size());
  await database.close();
  await server.stop();
}
const folder = mkdtempSync(join(tmpdir(), "throughline-bench-"));
const sqlite = await openSqlite(join(folder, "x.db"));
await migrate(sqlite, fixedRuntime(), migrations);
await measure("SQLite", sqlite, () => sqlite.size());
await sqlite.close();
rmSync(folder, { recursive: true, force: true });
