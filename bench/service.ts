// A team's service under load from another process on loopback: requests per second, latency and processor time per request,
// by tool, number of clients and number of server processes. Baselines of the same run: the server's own /healthz, and
// one server process.
// Usage: npm run bench -- service
//   tsx bench/service.ts [--database postgres://…] [--tenants 1000] [--documents 20000] [--seconds 4] [--processes 1,2]
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { databasePids, processorMs } from "./support/processor-time.js";
import { report } from "./support/report.js";
import { benchQuestions, seedTenants } from "./support/seed-tenants.js";
import type { Load, LoadResult } from "./support/service-load.js";

const { values } = parseArgs({
  options: {
    database: { type: "string", default: "" },
    tenants: { type: "string", default: "1000" },
    documents: { type: "string", default: "20000" },
    seconds: { type: "string", default: "4" },
    processes: { type: "string", default: "1,2" },
    clients: { type: "string", default: "16,128" },
  },
});
const main = join(import.meta.dirname, "..", "dist", "main.js");
const numbers = (text: string) => text.split(",").map(Number);

async function benchService(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), "throughline-bench-"));
  const database = values.database || `sqlite:${join(home, "bench.db")}`;
  const env = { ...process.env, THROUGHLINE_HOME: home, THROUGHLINE_DATABASE: database, NODE_EXTRA_CA_CERTS: "" };
  // Opened once by the product, to create the schema.
  spawnSync(process.execPath, [main, "token", "list"], { env, stdio: "inherit" });
  const began = performance.now();
  const tokens = await seedTenants(database, Number(values.tenants), Number(values.documents));
  const seeded = ((performance.now() - began) / 1000).toFixed(0);
  process.stdout.write(`${values.tenants} tenants, ${values.documents} documents, seeded in ${seeded} s\n`);

  const rows: string[][] = [];
  const oneProcess = new Map<string, number>();
  for (const processes of numbers(values.processes)) {
    const servers = await Promise.all(Array.from({ length: processes }, () => startServer(env)));
    const addresses = servers.map(({ address }) => address);
    for (const clients of numbers(values.clients)) {
      const load = { addresses, tokens, clients, seconds: Number(values.seconds) };
      const pids = servers.map(({ child }) => child.pid ?? 0);
      const healthz = await measureLoad(database, pids, { ...load, tool: "" });
      rows.push(cells(processes, clients, "(healthz)", healthz, "1.00", ""));
      for (const tool of ["memory_search", "remediation_search", "memory_record"] as const) {
        const result = await measureLoad(database, pids, { ...load, tool, questions: benchQuestions });
        const key = `${clients} ${tool}`;
        if (processes === 1) oneProcess.set(key, result.perSecond);
        const share = (result.perSecond / healthz.perSecond).toFixed(2);
        const scale = processes === 1 ? "" : (result.perSecond / (oneProcess.get(key) ?? Number.NaN)).toFixed(2);
        rows.push(cells(processes, clients, tool, result, share, scale));
      }
    }
    for (const { child } of servers) await stop(child);
  }
  report(
    `service on ${database.split(":")[0]}`,
    [
      ...["processes", "clients", "tool", "requests/s", "p50", "p99", "failed", "of healthz", "of one process"],
      ...["server ms each", "database ms each", "load ms each"],
    ],
    rows,
  );
  rmSync(home, { recursive: true, force: true });
}

interface Measurement extends LoadResult {
  readonly serverMs: number;
  readonly databaseMs: number;
}

/** Runs a load and measures the processor time of the servers. */
async function measureLoad(database: string, servers: readonly number[], load: Load): Promise<Measurement> {
  // After the warm-up, connections are open and the code is compiled, as in a long-running service.
  await run({ ...load, seconds: Math.min(2, load.seconds) });
  const backends = await databasePids(database);
  const before = [processorMs(servers), processorMs(backends)];
  const result = await run(load);
  const [serverMs = Number.NaN, databaseMs = Number.NaN] = [processorMs(servers), processorMs(backends)].map(
    (after, i) => (after - (before[i] ?? 0)) / result.requests,
  );
  return { ...result, serverMs, databaseMs };
}

const cells = (processes: number, clients: number, tool: string, result: Measurement, share: string, scale: string) => [
  ...[String(processes), String(clients), tool, result.perSecond.toFixed(0)],
  ...[`${result.p50.toFixed(1)} ms`, `${result.p99.toFixed(1)} ms`, String(result.failed), share, scale],
  ...[result.serverMs, result.databaseMs, result.clientMs].map((ms) => ms.toFixed(2)),
];

interface StartedServer {
  readonly child: ChildProcess;
  readonly address: string;
}

function startServer(env: NodeJS.ProcessEnv): Promise<StartedServer> {
  const limits = ["--service-rate-limit", "10000000", "--search-model", "off", "--log-level", "error"];
  const child = spawn(process.execPath, [main, "serve", "--public-url", "http://localhost", ...limits], { env });
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

await benchService();
