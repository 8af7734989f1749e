// Recording over MCP, each kind in a server of its own, and the server's memory right afterwards.
// Linux only. Usage: npm run bench -- records        BENCH_RECORDS=100 for fewer
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startMcpProcess } from "../test/support/mcp-process.js";
import { processorMs } from "./support/processor-time.js";
import { type CorpusLine, readLines } from "./support/read-set.js";
import { median, report } from "./support/report.js";

const count = Number(process.env.BENCH_RECORDS ?? 1000);
const sets = join(import.meta.dirname, "facts");
const main = join(import.meta.dirname, "..", "dist", "main.js");
/** Records before the measured ones, which load the code and open the database. */
const warmUps = 10;
const goalMs = 5;
const goalMib = 120;

const inputs: Record<string, (i: number, text: string, project: string) => Record<string, unknown>> = {
  memory_record: (i, content) => ({ project_id: "shop", title: `Note ${i}`, content, outcome: "success" }),
  remediation_record: (i, text) => ({
    ...{ title: `Fix ${i}`, problem: text.slice(0, 200), root_cause: `Cause ${i}`, solution: text },
    ...{ category: "dependency", scope: "org" },
  }),
  checkpoint_save: (i, summary, project_path) => ({ session_id: `s${i}`, project_path, summary }),
  context_add_knowledge: (i, content) => ({ key: `note-${i}`, content }),
  context_record_decision: (i, context) => ({ title: `Decision ${i}`, context, decision: `Option ${i}` }),
};

async function readTexts(): Promise<string[]> {
  const texts: string[] = [];
  for (const folder of [sets, join(sets, "held-out")]) {
    for await (const { text } of readLines<CorpusLine>(join(folder, "corpus.jsonl"))) texts.push(text.slice(0, 600));
  }
  return texts;
}

async function benchRecords(): Promise<void> {
  const texts = await readTexts();
  const textAt = (i: number) => `${texts.at(i % texts.length)}${i < texts.length - warmUps ? "" : ` Variant ${i}.`}`;
  const rows: string[][] = [];
  for (const [tool, inputOf] of Object.entries(inputs)) {
    const folder = mkdtempSync(join(tmpdir(), "throughline-bench-"));
    const repository = join(folder, "shop");
    mkdirSync(repository);
    spawnSync("git", ["init", "-q", repository]);
    const { NODE_EXTRA_CA_CERTS: _, ...rest } = process.env;
    const env = { ...rest, HOME: folder, THROUGHLINE_HOME: join(folder, "home") } as Record<string, string>;
    if (tool.startsWith("context_")) spawnSync(process.execPath, [main, "context", "init"], { env, cwd: repository });
    const server = await startMcpProcess(env, repository);
    const pid = server.child.pid ?? 0;
    const times: number[] = [];
    let before = 0;
    for (let i = -warmUps; i < count; i++) {
      if (i === 0) before = processorMs([pid]);
      const began = performance.now();
      const answer = await server.call(tool, inputOf(i, textAt(i), repository));
      if (i >= 0) times.push(performance.now() - began);
      if ("error" in answer) throw new Error(`${tool}: ${JSON.stringify(answer)}`);
    }
    const cpu = (processorMs([pid]) - before) / count;
    const rss = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
    rows.push([tool, median(times).toFixed(1), cpu.toFixed(1), rss.toFixed(0)]);
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
  const columns = ["tool", `median ms, goal ≤ ${goalMs}`, "processor ms", `RSS MiB, goal ≤ ${goalMib}`];
  report(`${count} records of each kind`, columns, rows);
}

if (process.platform === "linux") await benchRecords();
else process.stdout.write("records: skipped, memory is read from /proc\n");
