// Start time of each kind of process, as a ratio to an empty script in the same run, and memory of an idle server.
// Usage: npm run bench -- start
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median, report } from "./support/report.js";

const rounds = 21;
const main = join(import.meta.dirname, "..", "dist", "main.js");

await benchStart();

async function benchStart(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "throughline-bench-"));
  const empty = join(folder, "empty.cjs");
  writeFileSync(empty, "");
  // On Node 20 this variable alone adds 46 ms to every process.
  const { NODE_EXTRA_CA_CERTS: _, ...rest } = process.env;
  const env = { ...rest, THROUGHLINE_HOME: join(folder, "home") };
  const kinds: Record<string, () => Promise<number> | number> = {
    "empty script": () => measureMs(() => spawnSync(process.execPath, [empty], { env, input: "" })),
    "--version": () => measureMs(() => spawnSync(process.execPath, [main, "--version"], { env, input: "" })),
    hook: () => measureMs(() => spawnSync(process.execPath, [main, "hook"], { env, input: "{}", cwd: folder })),
    "mcp to initialize": async () => (await initialize(env, folder)).ms,
    "mcp to tools/list": async () => (await initialize(env, folder, "tools/list")).ms,
    "--help": () => measureMs(() => spawnSync(process.execPath, [main, "--help"], { env, input: "" })),
  };
  const times: Record<string, number[]> = Object.fromEntries(Object.keys(kinds).map((name) => [name, []]));
  // Interleaved, so that a busy moment of the machine affects all equally.
  for (let i = 0; i < rounds; i++) {
    for (const [name, run] of Object.entries(kinds)) times[name]?.push(await run());
  }
  const baseline = median(times["empty script"] ?? []);
  const goals: Record<string, string> = {
    "--version": "≤ 1.5",
    hook: "≤ 1.5",
    "mcp to initialize": "≤ 2.5",
    "mcp to tools/list": "≤ 2",
  };
  report(
    "start",
    ["process", "median ms", "× empty script", "goal"],
    Object.entries(times).map(([name, all]) => [
      name,
      median(all).toFixed(1),
      (median(all) / baseline).toFixed(2),
      goals[name] ?? "",
    ]),
  );
  const idle = await initialize(env, folder, "tools/list", 3000);
  report("memory", ["process", "RSS MiB", "goal"], [["mcp, idle", (idle.rssKib / 1024).toFixed(1), "≤ 90"]]);
  rmSync(folder, { recursive: true, force: true });
}

function measureMs(run: () => unknown): number {
  const began = performance.now();
  run();
  return performance.now() - began;
}

/** Starts `throughline mcp` and waits for the answer to initialize, or to one request after it. */
function initialize(
  env: NodeJS.ProcessEnv,
  cwd: string,
  nextMethod?: string,
  idleMs = 0,
): Promise<{ ms: number; rssKib: number }> {
  return new Promise((done) => {
    const began = performance.now();
    const child = spawn(process.execPath, [main, "mcp"], { env, cwd, stdio: ["pipe", "pipe", "inherit"] });
    const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1" } };
    send({ id: 1, method: "initialize", params });
    if (nextMethod) {
      send({ method: "notifications/initialized" });
      send({ id: 2, method: nextMethod });
    }
    const expectedId = nextMethod ? '"id":2' : '"id":1';
    child.stdout.on("data", async (chunk) => {
      if (!String(chunk).includes(expectedId)) return;
      const ms = performance.now() - began;
      await new Promise((resolve) => setTimeout(resolve, idleMs));
      const rssKib = Number(/VmRSS:\s+(\d+)/.exec(readStatus(child.pid))?.[1] ?? 0);
      child.kill("SIGKILL");
      done({ ms, rssKib });
    });
  });
}

function readStatus(pid: number | undefined): string {
  return process.platform === "linux" ? readFileSync(`/proc/${pid}/status`, "utf8") : "";
}
