// Quality of code search on several repositories, next to plain BM25 in the same run: fix messages → files from the history
// (see code-questions.ts), and what a function does → function from doc comments (see symbol-questions.ts).
// Usage: npx tsx lab/code-search/code-repositories.ts --tuning P --tuning P … --held-out P …
//        [--count 100] functions asked for in each, [--only history|symbols]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { embedSymbols } from "../../src/domain/search/vectors/embed-documents.js";
import { treeSitterParser } from "../../src/engine/tree-sitter/tree-sitter-parser.js";
import { bm25Baselines } from "./bm25-baselines.js";
import { checkOutUndocumented } from "./documented-symbols.js";
import { checkOutBefore } from "./history.js";
import { measureFiles } from "./measure-files.js";
import { measureSymbols } from "./measure-symbols.js";
import { embedCached } from "../../bench/support/embed-cached.js";
import { openCodeBench } from "./open-code-bench.js";
import { openShippedModel } from "../../bench/support/open-shipped-model.js";
import { report } from "../../bench/support/report.js";

const { values: options } = parseArgs({
  options: {
    ...{ tuning: { type: "string", multiple: true }, "held-out": { type: "string", multiple: true } },
    ...{ count: { type: "string", default: "100" }, only: { type: "string" } },
  },
});
const embedder = embedCached(openShippedModel());
const groups = { tuning: options.tuning ?? [], "held out": options["held-out"] ?? [] };
for (const [group, repositories] of Object.entries(groups)) {
  if (repositories.length === 0) continue;
  if (options.only !== "symbols") await reportHistory(group, repositories);
  if (options.only !== "history") await reportSymbols(group, repositories);
}
await embedder.close();

type Shares = readonly number[];

async function reportHistory(group: string, repositories: readonly string[]): Promise<void> {
  const measured = await measureEach(repositories, async (repository, folder) => {
    const questions = checkOutBefore(repository, folder);
    const { ask, plain, close, stats } = await openIndexed(folder);
    const modes = [
      ...[plain.files, plain.windows],
      async (query: string) => (await ask(query, false)).map(({ path }) => path),
      async (query: string) => (await ask(query, true)).map(({ path }) => path),
    ];
    const cells: Shares[] = [];
    for (const mode of modes) cells.push((await measureFiles(questions, mode)).accuracy);
    await close();
    return { size: `${questions.length}, ${stats.files}`, cells };
  });
  const columns = ["BM25 over files", "BM25 over windows", "ours, keywords", "ours"];
  print(`${group}: fix message → file, Acc@1 / 5 / 10`, columns, measured);
}

async function reportSymbols(group: string, repositories: readonly string[]): Promise<void> {
  const measured = await measureEach(repositories, async (repository, folder) => {
    const count = Number(options.count);
    const questions = await checkOutUndocumented(treeSitterParser(), repository, folder, { below: "", count });
    const { ask, plain, close, stats } = await openIndexed(folder);
    const asFiles = questions.map(({ query, path }, i) => ({ id: String(i), query, relevant: [path] }));
    const [files, windows] = [await measureFiles(asFiles, plain.files), await measureFiles(asFiles, plain.windows)];
    const { file, shown, symbol } = await measureSymbols(questions, (query) => ask(query, true));
    await close();
    const cells = [files.accuracy, windows.accuracy, file, shown, symbol];
    return { size: `${questions.length}, ${stats.files}`, cells };
  });
  const columns = ["BM25, file", "BM25 windows, file", "ours, file", "ours, symbol shown", "ours, symbol listed"];
  print(`${group}: what it does → function, Acc@1 / 5 / 10`, columns, measured);
}

/** The index as `code index` leaves it: names of symbols are embedded, code is not yet. */
async function openIndexed(folder: string) {
  const { sql, vectors, code, call, location, stats } = await openCodeBench(folder, embedder);
  while ((await embedSymbols(vectors, embedder, 200)) > 0);
  const paths = (await sql.all<{ path: string }>("SELECT path FROM code_files ORDER BY path")).map(({ path }) => path);
  const ask = async (query: string, meaning: boolean) =>
    (await code.search(call, { ...location, query, limit: 10, meaning, waitMs: 60_000 })).hits;
  return { ask, plain: bm25Baselines(folder, paths), close: () => sql.close(), stats };
}

interface Measured {
  readonly name: string;
  readonly size: string;
  readonly cells: readonly Shares[];
}

async function measureEach(
  repositories: readonly string[],
  measure: (repository: string, folder: string) => Promise<Omit<Measured, "name">>,
): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const repository of repositories) {
    const folder = mkdtempSync(join(tmpdir(), "throughline-bench-repository-"));
    measured.push({ name: nameOf(repository), ...(await measure(repository, join(folder, "checkout"))) });
    process.stderr.write(`${nameOf(repository)} measured\n`);
    rmSync(folder, { recursive: true, force: true });
  }
  return measured;
}

/** A mirror is often a folder named after its form, in one named after the repository. */
function nameOf(repository: string): string {
  const path = resolve(repository);
  return /^(?:repo|\.git)$/.test(basename(path)) ? basename(dirname(path)) : basename(path);
}

function print(title: string, columns: readonly string[], measured: readonly Measured[]): void {
  const percent = (shares: Shares) => shares.map((one) => (100 * one).toFixed(1)).join(" / ");
  const mean = columns.map((_, column) =>
    [0, 1, 2].map((k) => measured.reduce((sum, { cells }) => sum + (cells[column]?.[k] ?? 0), 0) / measured.length),
  );
  const rows = [...measured, { name: "mean", size: "", cells: mean }];
  report(
    title,
    ["repository", "questions, files", ...columns],
    rows.map(({ name, size, cells }) => [name, size, ...cells.map(percent)]),
  );
}
