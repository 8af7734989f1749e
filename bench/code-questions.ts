// Quality of code search: file recall by keywords, by embeddings and fused.
// Usage: npm run bench -- code-questions                              the committed repository and its 60 questions
//        tsx bench/code-questions.ts --repository P --questions F     any other; F has {"id","query","relevant":[paths]} lines
//          such as bench/code-questions/python-library.jsonl about the folder of Python 3.11's standard library
//        tsx bench/code-questions.ts --repository P --history          commit messages of P, and the files they changed
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { silentLog } from "../src/base/log.js";
import { fixedRuntime } from "../src/base/runtime.js";
import { repositoryId } from "../src/domain/code/code-documents.js";
import { createCodeIndex } from "../src/domain/code/code-index.js";
import { isTestFile } from "../src/domain/code/query-clues.js";
import { createProjectResolver } from "../src/domain/identity/project-resolver.js";
import { createSearch } from "../src/domain/search/search.js";
import { embedNext } from "../src/domain/search/vectors/embed-documents.js";
import { createVectorSearcher } from "../src/domain/search/vectors/vector-searcher.js";
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
import { embedCached } from "./retrieval/embed-cached.js";
import { meanOf, metricsOf } from "./retrieval/metrics.js";
import { type QueryLine, readLines } from "./retrieval/read-set.js";
import { openShippedModel } from "./support/open-shipped-model.js";
import { report } from "./support/report.js";

const { values: options } = parseArgs({
  options: { repository: { type: "string" }, questions: { type: "string" }, history: { type: "boolean" } },
});
const dataFolder = join(import.meta.dirname, "code-questions");
const folder = mkdtempSync(join(tmpdir(), "throughline-bench-questions-"));
const tree = options.repository ?? writeSample();
const questions = await readQuestions();

const runtime = fixedRuntime();
const sql = await openSqlite(":memory:");
await migrate(sql, runtime, migrations);
const [index, vectors, embedder] = [openSearchIndex(sql), openVectorStore(sql), embedCached(openShippedModel())];
const search = createSearch({ index, vectors, embedder, runtime });
const code = createCodeIndex({
  ...{ gitLocator: gitCliLocator, leases: openLeaseStore(sql, runtime) },
  ...{ store: openCodeStore(sql, index), search, runtime, tree: nodeFileTree, parser: treeSitterParser() },
  identity: createProjectResolver({ gitLocator: gitCliLocator, user: "bench" }),
});
const call = {
  ...{ signal: new AbortController().signal, tenant: "bench", caller: "bench", folder: tree, log: silentLog },
  progress: () => {},
};
const location = { path: tree, owner: "bench" };
const stats = await code.index(call, { ...location, include: ["*"], exclude: [], maxFileSize: 1_048_576 });
while ((await embedNext(vectors, embedder, 64)) > 0);

const searcher = createVectorSearcher(vectors, embedder);
const project = repositoryId("bench", tree);
/** Chunks retrieved by embeddings alone: several may be of one file. */
const depth = 50;
const modes: Record<string, (query: string) => Promise<string[]>> = {
  keywords: (query) => ask(query, false),
  async embeddings(query) {
    const [vector = new Float32Array()] = await embedder.embed([query.slice(0, 2000)]);
    await searcher.refresh();
    const nearest = await searcher.nearest(vector, "bench", { kinds: ["code"], project }, depth);
    const docIds = nearest.map(({ docId }) => docId);
    const files = new Map((await index.read("bench", docIds)).map((one) => [one.docId, one.files[0] ?? ""]));
    return docIds.map((docId) => files.get(docId) ?? "");
  },
  fused: (query) => ask(query, true),
};

/** The first ten results of `repository_search`. */
async function ask(query: string, meaning: boolean): Promise<string[]> {
  const { hits } = await code.search(call, { ...location, query, limit: 10, meaning, waitMs: 60_000 });
  return hits.map(({ path }) => path);
}

const rows = [];
for (const [name, mode] of Object.entries(modes)) {
  const all = [];
  for (const { query, relevant } of questions) all.push(metricsOf([...new Set(await mode(query))], relevant));
  const { recall5, recall10, mrr } = meanOf(all);
  rows.push([name, ...[recall5, recall10, mrr].map((value) => (100 * value).toFixed(1))]);
}
report(
  `code questions: ${questions.length} about ${stats.files} files in ${stats.chunks} chunks`,
  ["mode", "file recall@5", "file recall@10", "MRR"],
  rows,
);
await embedder.close();
await sql.close();
rmSync(folder, { recursive: true, force: true });

/** Splits a text with `//- path` before each file into a tree of files. */
function writeSample(): string {
  const target = join(folder, "larder");
  for (const part of readFileSync(join(dataFolder, "sample.txt"), "utf8")
    .split(/^\/\/- /m)
    .slice(1)) {
    const [path = "", ...lines] = part.split("\n");
    mkdirSync(dirname(join(target, path)), { recursive: true });
    writeFileSync(join(target, path), lines.join("\n"));
  }
  return target;
}

async function readQuestions(): Promise<QueryLine[]> {
  if (options.history) return readHistory(tree);
  if (options.questions) {
    const queryLines: QueryLine[] = [];
    for await (const line of readLines<QueryLine>(options.questions)) queryLines.push(line);
    return queryLines;
  }
  const lines = readFileSync(join(dataFolder, "questions.txt"), "utf8").trim().split("\n");
  return lines.map((line, i) => {
    const [query = "", files = ""] = line.split(" | ");
    return { id: String(i + 1), query, relevant: files.split(", ") };
  });
}

/** Commits that changed a few existing files, without tests: the message is the query, the files are relevant. */
function readHistory(repository: string): QueryLine[] {
  const log = execFileSync(
    "git",
    ["-C", repository, "log", "--no-merges", "-n", "500", "--format=%x01%H%x01%B%x01", "--name-only"],
    {
      ...{ encoding: "utf8", maxBuffer: 64_000_000 },
    },
  );
  const parts = log.split("\x01").slice(1);
  return Array.from({ length: Math.floor(parts.length / 3) }, (_, i) => parts.slice(3 * i, 3 * i + 3))
    .map(([id = "", message = "", names = ""]) => {
      const files = names.split("\n").filter((file) => file !== "" && !isTestFile(file));
      return { id, query: message.trim(), relevant: files.filter((file) => existsSync(join(repository, file))) };
    })
    .filter(({ relevant }) => relevant.length >= 1 && relevant.length <= 8);
}
