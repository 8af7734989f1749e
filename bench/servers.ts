// Memory of eight servers started together, as with eight agent windows: when opened, while they answer with embeddings,
// and when idle, after each has unloaded its model. Baseline of the same run: as many empty Node.js processes.
// Linux only. Usage: npm run bench -- servers
//   tsx bench/servers.ts [--servers 8] [--queries 10] [--idle 80]
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type McpProcess, startMcpProcess } from "../test/support/mcp-process.js";
import { type CorpusLine, readLines } from "./support/read-set.js";
import { report } from "./support/report.js";

const { values } = parseArgs({
  options: {
    servers: { type: "string", default: "8" },
    queries: { type: "string", default: "10" },
    idle: { type: "string", default: "80" },
  },
});
const main = join(import.meta.dirname, "..", "dist", "main.js");
const corpus = join(import.meta.dirname, "facts", "corpus.jsonl");
const notes = 150;
const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
const forEachServer = <T>(body: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: Number(values.servers) }, (_, i) => body(i)));

async function benchServers(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "throughline-bench-"));
  const repository = join(folder, "shop");
  mkdirSync(repository);
  spawnSync("git", ["init", "-q", repository]);
  const { NODE_EXTRA_CA_CERTS: _, ...rest } = process.env;
  const env = { ...rest, HOME: folder, THROUGHLINE_HOME: join(folder, "home") } as Record<string, string>;
  const questions = await seed(env, repository);

  const empty = await forEachServer(async () => spawn(process.execPath, ["-e", "setInterval(() => {}, 1e6)"]));
  await pause(1);
  const rows = [row(`${empty.length} empty Node.js processes`, pidsOf(empty))];
  for (const child of empty) child.kill();

  const servers = await forEachServer(() => startMcpProcess(env, repository));
  const addRow = (label: string) => rows.push(row(label, pidsOf(servers.map(({ child }) => child))));
  addRow("servers, opened");
  await forEachServer(async (i) => ask(servers[i], questions.slice(0, 1)));
  addRow("each answered one query, models loading");
  // Loads the models.
  await pause(10);
  await forEachServer(async (i) => ask(servers[i], questions));
  addRow(`each answered ${questions.length} queries, with embeddings`);
  await pause(Number(values.idle));
  addRow(`${values.idle} s later`);
  await forEachServer(async (i) => ask(servers[i], questions.slice(0, 1)));
  await forEachServer(async (i) => servers[i]?.close());
  report("memory of servers", ["what", "RSS MiB", "PSS MiB", "RSS each", "threads each"], rows);
  rmSync(folder, { recursive: true, force: true });
}

/** Adds notes with their vectors; returns queries about them. */
async function seed(env: Record<string, string>, repository: string): Promise<string[]> {
  const server = await startMcpProcess(env, repository);
  const questions: string[] = [];
  let i = 0;
  for await (const { text } of readLines<CorpusLine>(corpus)) {
    if (++i > notes) break;
    const note = { project_id: "shop", title: `Note ${i}`, content: text.slice(0, 500), outcome: "success" };
    await server.call("memory_record", note);
    if (questions.length < Number(values.queries)) questions.push(text.split(/\s+/).slice(0, 8).join(" "));
  }
  await server.close();
  spawnSync(process.execPath, [main, "reindex", "--meaning"], { env, cwd: repository, stdio: "ignore" });
  return questions;
}

async function ask(server: McpProcess | undefined, questions: readonly string[]): Promise<void> {
  for (const query of questions) await server?.call("memory_search", { project_id: "shop", query });
}

const pidsOf = (children: readonly { readonly pid?: number | undefined }[]): number[] =>
  children.flatMap(({ pid }) => pid ?? []);

function row(label: string, pids: readonly number[]): string[] {
  const total = (read: (pid: number) => number) => pids.reduce((sum, pid) => sum + read(pid), 0);
  const rss = total((pid) => field(pid, "status", "VmRSS")) / 1024;
  const pss = total((pid) => field(pid, "smaps_rollup", "Pss")) / 1024;
  const threads = total((pid) => field(pid, "status", "Threads")) / pids.length;
  return [label, rss.toFixed(0), pss.toFixed(0), (rss / pids.length).toFixed(0), threads.toFixed(1)];
}

const field = (pid: number, file: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(readFileSync(`/proc/${pid}/${file}`, "utf8"))?.[1] ?? 0);

if (process.platform === "linux") await benchServers();
else process.stdout.write("servers: skipped, memory is read from /proc\n");
