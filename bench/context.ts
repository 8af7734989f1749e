// How listing, search, summary and onboarding scale with a store, as a multiple of reading its files.
// Usage: npm run bench -- context
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fixedRuntime } from "../src/base/runtime.js";
import { indexProject } from "../src/domain/context/index-context.js";
import { openProjectContext, type ProjectContext } from "../src/domain/context/project-context.js";
import { readProjectHeader } from "../src/domain/context/project-header.js";
import { onboardingText } from "../src/domain/context/prompt-texts.js";
import { searchContext } from "../src/domain/context/search-context.js";
import { summarizeProject } from "../src/domain/context/summarize-project.js";
import { createSearch } from "../src/domain/search/search.js";
import { openGitRepository } from "../src/engine/git-cli/open-git-repository.js";
import { nodeFiles } from "../src/engine/node-files/node-files.js";
import { nodeHost } from "../src/engine/node-host/node-host.js";
import { openSqlite } from "../src/engine/sqlite/open-sqlite.js";
import { sqliteLock } from "../src/engine/sqlite/sqlite-lock.js";
import { writeDecision } from "../src/store/context/decision-markdown.js";
import { migrate } from "../src/store/migrate.js";
import { migrations } from "../src/store/migrations/index.js";
import { openSearchIndex } from "../src/store/search/search-index.js";
import { openVectorStore } from "../src/store/search/vector-store.js";
import { median, report } from "./support/report.js";

const rounds = 5;

const operations: Record<string, (project: ProjectContext) => Promise<unknown>> = {
  "list knowledge": (project) => project.knowledge.list(),
  "list decisions": (project) => project.decisions.list(),
  search: indexAndSearch,
  summary: summarizeProject,
  onboarding: onboardingText,
  "project header": (project) => readProjectHeader(project.files, project.root),
};

const sql = await openSqlite(":memory:");
await migrate(sql, fixedRuntime(), migrations);
const index = openSearchIndex(sql);
const search = createSearch({ index, vectors: openVectorStore(sql), embedder: undefined, runtime: fixedRuntime() });

/** As the tool does: indexes changed files first. */
async function indexAndSearch(project: ProjectContext): Promise<unknown> {
  await indexProject(project, index, "bench");
  return searchContext(search, project, { tenant: "bench", query: "retry the payment queue", limit: 50 });
}

const small = await measure(1250, 250);
const large = await measure(5000, 1000);
report(
  "context: 5,000 knowledge files and 1,000 decisions; times of reading the files once",
  ["operation", "× reading", "growth for 4 × the store"],
  Object.keys(operations).map((name) => [name, `${ratio(large, name)}`, `${growth(name)} ×`]),
);
const writes = await measureWrites();
report("context: one write", ["store", "× the write into an empty store"], writes);

interface Measurement {
  readonly reading: number;
  readonly times: ReadonlyMap<string, number>;
}

function ratio({ times, reading }: Measurement, name: string): string {
  return ((times.get(name) ?? 0) / reading).toFixed(2);
}

function growth(name: string): string {
  return ((large.times.get(name) ?? 0) / (small.times.get(name) ?? 1)).toFixed(1);
}

async function measure(knowledge: number, decisions: number): Promise<Measurement> {
  const { project, remove } = aStore(knowledge, decisions);
  const times = new Map<string, number>();
  const reading = await timeOf(() => readAll(join(project.root, ".context-teleport/knowledge")));
  for (const [name, run] of Object.entries(operations)) times.set(name, await timeOf(() => run(project)));
  remove();
  return { reading, times };
}

async function measureWrites(): Promise<string[][]> {
  const rows: { size: number; time: number }[] = [];
  for (const size of [0, 5000]) {
    const { project, remove } = aStore(size, 0);
    let i = 0;
    const write = () =>
      project.change(() => project.knowledge.put({ key: `new-${i++}`, content: "x\n", author: "bench" }));
    await write();
    rows.push({ size, time: await timeOf(write) });
    remove();
  }
  const first = rows[0]?.time ?? 1;
  return rows.map(({ size, time }) => [`${size} entries`, (time / first).toFixed(2)]);
}

async function readAll(folder: string): Promise<void> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".md"));
  await Promise.all(paths.map((path) => readFile(join(folder, path), "utf8")));
}

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < rounds; i++) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return median(times);
}

function aStore(knowledge: number, decisions: number) {
  const root = mkdtempSync(join(tmpdir(), "throughline-bench-"));
  const folder = join(root, ".context-teleport", "knowledge");
  mkdirSync(join(folder, "decisions"), { recursive: true });
  mkdirSync(join(root, ".git"));
  writeFileSync(join(root, ".context-teleport", "manifest.json"), "{}");
  for (let i = 0; i < knowledge; i++) writeFileSync(join(folder, `entry-${i}.md`), entryText(i));
  for (let id = 1; id <= decisions; id++) {
    const text = { title: `Decision ${id}`, status: "accepted" as const, date: "2026-01-02", author: "bench" };
    const fields = { context: entryText(id), decision: `Take way ${id}`, consequences: "Less to maintain" };
    writeFileSync(
      join(folder, "decisions", `${String(id).padStart(4, "0")}-decision-${id}.md`),
      writeDecision(id, { ...text, ...fields }),
    );
  }
  const engines = {
    files: nodeFiles,
    openRepository: openGitRepository,
    lock: sqliteLock(),
    host: nodeHost,
    runtime: fixedRuntime(),
    reviewBranch: "",
    runsHooks: false,
    redact: (text: string) => text,
  };
  return {
    project: openProjectContext(engines, root, "bench"),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

function entryText(i: number): string {
  const words = ["queue", "payment", "retry", "cache", "index", "worker", "schema", "login", "upload", "report"];
  const line = (n: number) =>
    `The ${words[(i + n) % 10]} talks to the ${words[(i * 7 + n) % 10]} through module ${i % 97}.`;
  return `# Entry ${i}\n\n${Array.from({ length: 12 }, (_, n) => line(n)).join("\n")}\n`;
}
