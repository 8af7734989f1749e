// The cost of rate limiting per tenant: in the process alone, through the database in slices, and through the
// database for each request. Baseline: the process alone, which two servers could not share.
// Usage: npm run bench -- rate-limits
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRateLimits } from "../src/domain/access/rate-limits.js";
import { openSqlite } from "../src/engine/sqlite/open-sqlite.js";
import { systemRuntime } from "../src/entry/wiring/system-runtime.js";
import { openRateLimitStore } from "../src/store/access/rate-limit-store.js";
import { openTenantRegistry } from "../src/store/access/tenant-registry.js";
import { migrate } from "../src/store/migrate.js";
import { migrations } from "../src/store/migrations/index.js";
import { createRateLimit } from "../src/surface/http/rate-limit.js";
import { report } from "./support/report.js";
import { times } from "./support/times.js";

const folder = mkdtempSync(join(tmpdir(), "throughline-bench-"));
const sql = await openSqlite(join(folder, "bench.db"));
const runtime = systemRuntime();
await migrate(sql, runtime, migrations);
const store = openRateLimitStore(sql);
const limit = { name: "requests", max: 1000, periodMs: 10_000 } as const;
const rounds = 2000;
const tenants = Array.from({ length: 20 }, (_, i) => `tenant-${i}`);
const tenantOf = (round: number) => tenants[round % tenants.length] ?? "";

const inProcess = createRateLimit(limit.max * 6, runtime);
const sliced = createRateLimits({ store, tenantRegistry: openTenantRegistry(sql), runtime });
const period = new Date(0).toISOString();
const kinds = [
  ["process alone", async (round: number) => inProcess(tenantOf(round))],
  ["slices of a twentieth", (round: number) => sliced.take(tenantOf(round), limit)],
  [
    "database each time",
    (round: number) => store.take(tenantOf(round), { name: "each", period, amount: 1, limit: limit.max }),
  ],
] as const;
const rows: string[][] = [];
let baseline = 0;
for (const [name, body] of kinds) {
  const began = performance.now();
  const { p95 } = await times(rounds, body);
  const mean = (performance.now() - began) / rounds;
  baseline ||= mean;
  rows.push([name, `${(mean * 1000).toFixed(0)} µs`, `${(p95 * 1000).toFixed(0)} µs`, (mean / baseline).toFixed(0)]);
}
report("rate limits", ["counted by", "mean", "p95", "relative to the process alone"], rows);
await sql.close();
rmSync(folder, { recursive: true, force: true });
