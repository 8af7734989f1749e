// Indexing and searching code, on a given source tree or on files of the installed packages.
// Usage: npm run bench -- code        BENCH_REPOSITORY=/path/to/tree for another one
import { spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentLog } from "../src/base/log.js";
import { fixedRuntime } from "../src/base/runtime.js";
import { createCodeIndex } from "../src/domain/code/code-index.js";
import { createProjectResolver } from "../src/domain/identity/project-resolver.js";
import { createRedactor } from "../src/domain/redaction/redact.js";
import { createSearch } from "../src/domain/search/search.js";
import { gitCliLocator } from "../src/engine/git-cli/git-cli-locator.js";
import { nodeFileTree } from "../src/engine/node-files/node-file-tree.js";
import { openSqlite } from "../src/engine/sqlite/open-sqlite.js";
import { treeSitterParser } from "../src/engine/tree-sitter/tree-sitter-parser.js";
import { openCodeStore } from "../src/store/code/code-store.js";
import { openLeaseStore } from "../src/store/lease-store.js";
import { migrate } from "../src/store/migrate.js";
import { migrations } from "../src/store/migrations/index.js";
import { openSearchIndex } from "../src/store/search/search-index.js";
import { openVectorStore } from "../src/store/search/vector-store.js";
import { gatherSources } from "./support/gather-sources.js";
import { report } from "./support/report.js";
import { type Times, timeCells, times } from "./support/times.js";

const folder = mkdtempSync(join(tmpdir(), "throughline-bench-code-"));
const tree = process.env.BENCH_REPOSITORY ?? copySources();
const database = join(folder, "bench.db");

function copySources(): string {
  const target = join(folder, "tree");
  gatherSources(join(import.meta.dirname, "..", "node_modules"), target, 5000);
  writeFileSync(join(target, ".gitignore"), "node_modules/\n");
  return target;
}

const runtime = fixedRuntime();
const sql = await openSqlite(database);
await migrate(sql, runtime, migrations);
const redactor = createRedactor();
const index = openSearchIndex(sql, (text) => redactor.redact(text).text);
const identity = createProjectResolver({ gitLocator: gitCliLocator, user: "bench" });
const search = createSearch({ index, vectors: openVectorStore(sql), embedder: undefined, runtime });
const code = createCodeIndex({
  ...{ gitLocator: gitCliLocator, leases: openLeaseStore(sql, runtime) },
  ...{ store: openCodeStore(sql, index), search, identity, runtime },
  ...{ tree: nodeFileTree, parser: treeSitterParser() },
});
const call = {
  ...{ signal: new AbortController().signal, tenant: "bench", caller: "bench", folder: tree, log: silentLog },
  progress: () => {},
};
const request = { path: tree, owner: "bench", include: ["*"], exclude: [], maxFileSize: 1_048_576 };

const measureRun = async <T>(body: () => Promise<T>): Promise<{ ms: number; cpu: number; value: T }> => {
  const [began, before] = [performance.now(), process.cpuUsage()];
  const value = await body();
  const { user, system } = process.cpuUsage(before);
  return { ms: performance.now() - began, cpu: (user + system) / 1000, value };
};

/** Baseline: ripgrep where it is installed, else reading every file once. */
async function measureBaseline(): Promise<{ name: string; ms: number }> {
  const began = performance.now();
  const result = spawnSync("rg", ["-c", "function", tree], { stdio: "ignore" });
  if (!result.error) return { name: "ripgrep -c", ms: performance.now() - began };
  const names = await readdir(tree, { recursive: true, withFileTypes: true });
  const reading = await measureRun(async () => {
    for (const entry of names) if (entry.isFile()) await readFile(join(entry.parentPath, entry.name));
  });
  return { name: "reading every file", ms: reading.ms };
}

const baseline = await measureBaseline();
const first = await measureRun(() => code.index(call, request));
const again = await measureRun(() => code.index(call, request));
const [{ path: somePath = "" } = {}] = await sql.all<{ path: string }>(
  "SELECT path FROM code_files WHERE path LIKE '%/%.js' ORDER BY bytes DESC LIMIT 1 OFFSET 20",
);
// A repository that was passed in is not changed.
if (process.env.BENCH_REPOSITORY === undefined) appendFileSync(join(tree, somePath), "// changed\n");
const afterChange = await measureRun(() => code.index(call, request));
const seconds = first.ms / 1000;
report(
  "code: indexing",
  ["what", "value"],
  [
    ["files", String(first.value.files)],
    ["chunks", String(first.value.chunks)],
    ["first time", `${seconds.toFixed(1)} s, of which processor ${(first.cpu / 1000).toFixed(1)} s`],
    ["files a second", (first.value.files / seconds).toFixed(0)],
    ["files a processor second", (first.value.files / (first.cpu / 1000)).toFixed(0)],
    ["chunks a second", (first.value.chunks / seconds).toFixed(0)],
    [`× ${baseline.name} (${baseline.ms.toFixed(0)} ms)`, (first.ms / baseline.ms).toFixed(1)],
    [
      "again, nothing changed",
      `${again.ms.toFixed(0)} ms, ${((100 * again.cpu) / first.cpu).toFixed(2)} % of the first time's processor time`,
    ],
    ["again, one file changed", `${afterChange.ms.toFixed(0)} ms, of which processor ${afterChange.cpu.toFixed(0)} ms`],
    ["database", `${(statSync(database).size / 1e6).toFixed(0)} MB`],
    ["resident memory", `${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`],
  ],
);

const questions = [
  ...["parse command line arguments", "createServer", "where are errors formatted", "read file as utf8", "escape html"],
  ...["hash of a buffer", "EventEmitter", "retry with timeout", "resolve module path", "source map line and column"],
  ...[
    "is plain object",
    "sort imports",
    "abort signal listener",
    "json schema string length",
    "debounce function calls",
  ],
];
const measureSearch = (files?: readonly string[]) =>
  times(questions.length * 4, (n) =>
    code.search(call, { query: questions[n % questions.length] ?? "", path: tree, owner: "bench", limit: 10, files }),
  );
const searching = await measureSearch();
const filters: Readonly<Record<string, readonly string[]>> = {
  "files: most of them": ["**/*.ts", "**/*.js"],
  "files: one folder": [`${somePath.split("/")[0]}/**`],
  "files: an extension that few have": ["**/*.mts"],
  "files: one": [somePath],
};
const filtered: [string, Times][] = [];
for (const [name, patterns] of Object.entries(filters)) filtered.push([name, await measureSearch(patterns)]);
const symbols = ["createServer", "EventEmitter", "debounce", "parse"];
const uses = await times(symbols.length * 3, (n) =>
  code.symbol(call, { path: tree, owner: "bench", name: symbols[n % symbols.length] ?? "" }),
);
report(
  "code: keyword search",
  ["what", "p50", "p95", "processor", "× baseline"],
  [
    ["question", ...timeCells(searching), (searching.p50 / baseline.ms).toFixed(3)],
    ...filtered.map(([name, one]) => [name, ...timeCells(one), (one.p50 / baseline.ms).toFixed(3)]),
    ["uses of a symbol", ...timeCells(uses), (uses.p50 / baseline.ms).toFixed(3)],
  ],
);
await sql.close();
rmSync(folder, { recursive: true, force: true });
