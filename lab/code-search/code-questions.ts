// Quality of code search: accuracy and recall of files by keywords, by embeddings and fused, next to plain BM25.
// Usage: npx tsx lab/code-search/code-questions.ts                              the committed repository and its 60 questions
//        tsx lab/code-search/code-questions.ts --repository P --questions F     any other; F has {"id","query","relevant":[paths]} lines
//          such as lab/code-search/python-library.jsonl about the folder of Python 3.11's standard library
//        tsx lab/code-search/code-questions.ts --repository P --history          commit messages of P, and the source files they changed,
//          asked of a checkout that is older than all of them
//        --no-model skips embeddings
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { otherFilesOf, repositoryId } from "../../src/domain/code/code-documents.js";
import { fileRoleOf } from "../../src/domain/code/file-role.js";
import { embedNext } from "../../src/domain/search/vectors/embed-documents.js";
import { createVectorSearcher } from "../../src/domain/search/vectors/vector-searcher.js";
import type { Embedder } from "../../src/engine/embedder.js";
import { bm25Baselines } from "./bm25-baselines.js";
import { checkOutBefore } from "./history.js";
import { measureFiles } from "./measure-files.js";
import { embedCached } from "../../bench/support/embed-cached.js";
import { type QueryLine, readLines } from "../../bench/support/read-set.js";
import { openCodeBench } from "./open-code-bench.js";
import { openShippedModel } from "../../bench/support/open-shipped-model.js";
import { report } from "../../bench/support/report.js";

const { values: options } = parseArgs({
  options: {
    ...{ repository: { type: "string" }, questions: { type: "string" }, history: { type: "boolean" } },
    "no-model": { type: "boolean" },
  },
});
const dataFolder = import.meta.dirname;
const folder = mkdtempSync(join(tmpdir(), "throughline-bench-questions-"));
const tree = options.history ? join(folder, "checkout") : (options.repository ?? writeSample());
const questions = await readQuestions();

const embedder = options["no-model"] ? undefined : embedCached(openShippedModel());
const { sql, index, vectors, code, call, location, stats } = await openCodeBench(tree, embedder);
while (embedder && (await embedNext(vectors, embedder, 64)) > 0);

const repository = repositoryId("bench", tree);
const projects = [repository, otherFilesOf(repository)];
const paths = (await sql.all<{ path: string }>("SELECT path FROM code_files ORDER BY path")).map(({ path }) => path);
const plain = bm25Baselines(tree, paths);
const plainSources = bm25Baselines(
  tree,
  paths.filter((path) => fileRoleOf(path) === "source"),
);
const modes: Record<string, (query: string) => Promise<string[]> | string[]> = {
  "BM25 over files": plain.files,
  "BM25 over windows": plain.windows,
  "BM25 over files, source only": plainSources.files,
  "BM25 over windows, source only": plainSources.windows,
  keywords: (query) => ask(query, false),
  ...(embedder ? semanticModes(embedder) : {}),
};

function semanticModes(model: Embedder) {
  const searcher = createVectorSearcher(vectors, model);
  /** Chunks retrieved by embeddings alone: several may be of one file. */
  const depth = 50;
  return {
    async embeddings(query: string) {
      const [vector = new Float32Array()] = await model.embed([query.slice(0, 2000)]);
      await searcher.refresh();
      const nearest = await searcher.nearest(vector, "bench", { kinds: ["code"], projects }, depth);
      const docIds = nearest.map(({ docId }) => docId);
      const files = new Map((await index.read("bench", docIds)).map((one) => [one.docId, one.files[0] ?? ""]));
      return docIds.map((docId) => files.get(docId) ?? "");
    },
    fused: (query: string) => ask(query, true),
  };
}

/** The first ten results of `repository_search`. */
async function ask(query: string, meaning: boolean): Promise<string[]> {
  const { hits } = await code.search(call, { ...location, query, limit: 10, meaning, waitMs: 60_000 });
  return hits.map(({ path }) => path);
}

const percent = (value: number) => (100 * value).toFixed(1);
const rows = [];
for (const [name, mode] of Object.entries(modes)) {
  const { accuracy, recall5, recall10, mrr, cpuMs } = await measureFiles(questions, mode);
  rows.push([name, ...[...accuracy, recall5, recall10, mrr].map(percent), cpuMs.toFixed(1)]);
}
report(
  `code questions: ${questions.length} about ${stats.files} files in ${stats.chunks} chunks`,
  ["mode", "Acc@1", "Acc@5", "Acc@10", "recall@5", "recall@10", "MRR", "CPU ms"],
  rows,
);
await embedder?.close();
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
  if (options.history) return checkOutBefore(options.repository ?? ".", tree);
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
