// Retrieval quality: recall, NDCG and MRR by keywords, by embeddings, fused, and as delivered (fused with the default
// minScore); the last two also with static embeddings instead of the model; and how often the result is empty, which is
// right only for the off-topic set. ± is half of the 95 % interval; the gain of fusion over the better list is paired by
// question, for each part and, at the end, for all questions of a kind. Of all sets together, also what `fit.ts` prints.
// Usage: npx tsx lab/retrieval/run.ts                                  the committed sets
//          [--only NAME]                                          one of them: main, held-out, chats, sessions, …
//        npx tsx lab/retrieval/run.ts --corpus F --queries F        any other set; a file is one JSON object per line
//          [--words-only] [--kind NAME] [--embed-most N] [--limit-queries N]
import { existsSync } from "node:fs";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { parseQuery } from "../../src/domain/search/query/parse-query.js";
import { openShippedModel } from "../../bench/support/open-shipped-model.js";
import { bootstrap, pairedGain } from "./bootstrap.js";
import { committedSets } from "./committed-sets.js";
import { embedCached } from "../../bench/support/embed-cached.js";
import { type Metrics, meanOf, metricsOf } from "./metrics.js";
import { benchTime, type Collection, openCollection } from "./open-collection.js";
import { printFit } from "./print-fit.js";
import { type QueryLine, readLines } from "../../bench/support/read-set.js";

const { values: options } = parseArgs({
  options: {
    corpus: { type: "string" },
    queries: { type: "string" },
    kind: { type: "string" },
    only: { type: "string" },
    "words-only": { type: "boolean", default: false },
    "embed-most": { type: "string", default: "20000" },
    "limit-queries": { type: "string", default: "1000000" },
  },
});
const print = (text: string) => process.stdout.write(`${text}\n`);
const embedder = options["words-only"] ? undefined : embedCached(openShippedModel());

/** NDCG@10 of all questions of a kind, by mode. */
const gainsByKind = new Map<string, Record<string, number[]>>();

const { corpus, queries, only } = options;
const selected = committedSets().filter(({ name }) => !only || only === name);
const missing = [corpus, queries].find((file) => file !== undefined && !existsSync(file));
if (missing !== undefined) exitWithUsage(`File not found: ${missing}.`);
else if ((corpus === undefined) !== (queries === undefined)) exitWithUsage("Pass both --corpus and --queries.");
else if (corpus !== undefined && queries !== undefined) await measureExternal(corpus, queries);
else if (selected.length === 0) exitWithUsage(`Unknown set ${only}. Sets: ${committedSets().map(({ name }) => name)}.`);
else for (const set of selected) await measure(set);
if (embedder && gainsByKind.size > 0) print("\n== all questions of a kind, NDCG@10");
for (const [kind, gains] of embedder ? gainsByKind : []) print(summary(kind, gains));
if (embedder && process.argv.length === 2) await printFit(embedder, []);
await embedder?.close();

function exitWithUsage(why: string): void {
  process.stderr.write(`${why}\n`);
  process.exitCode = 2;
}

async function measureExternal(corpus: string, queries: string): Promise<void> {
  const began = performance.now();
  const collection = await open([corpus]);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  const selectedQueries = (await readQueries(queries)).slice(0, Number(options["limit-queries"]));
  print(`read in ${seconds} s; ${mebibytes()} MiB resident\n\n${basename(queries)}`);
  await compare("all", selectedQueries, modesOver(collection));
  print(`${mebibytes()} MiB resident`);
  await collection.close();
}

async function measure({ name: set, corpora, queries }: ReturnType<typeof committedSets>[number]): Promise<void> {
  print(`\n== ${set}`);
  const collection = await open(corpora);
  const modes = modesOver(collection);
  for (const { name, file, partOf } of queries) {
    print(`\n${name}`);
    const all = await readQueries(file);
    for (const part of new Set(all.map((_, i) => partOf(i)))) {
      const selectedQueries = all.filter((_, i) => partOf(i) === part);
      const gains = await compare(part, selectedQueries, modes);
      // Files of conversations are named after their part.
      const kind = name === part ? set : name;
      const before = gainsByKind.get(kind) ?? {};
      const joined = Object.entries(gains).map(([mode, selectedQueries]) => [
        mode,
        [...(before[mode] ?? []), ...selectedQueries],
      ]);
      if (isAnswerable(selectedQueries)) gainsByKind.set(kind, Object.fromEntries(joined));
    }
  }
  await collection.close();
}

async function open(files: readonly string[]): Promise<Collection> {
  const { kind, "embed-most": max } = options;
  const collection = await openCollection(files, { embedder, kind, maxEmbedded: Number(max) });
  print(`${collection.documents} documents`);
  if (!collection.isWhole) print("Only the first documents were embedded; raise --embed-most for all of them.");
  return collection;
}

async function readQueries(file: string): Promise<QueryLine[]> {
  const queries: QueryLine[] = [];
  for await (const line of readLines<QueryLine>(file)) queries.push(line);
  return queries;
}

type Mode = (query: string) => Promise<readonly string[]>;

function modesOver({ search, tableSearch, searcher, index }: Collection): Record<string, Mode> {
  const ask = async (query: string, meaning: boolean, asDelivered = false, by = search) => {
    const rest = { limit: 10, ...(asDelivered ? {} : { minScore: 0 }), perSession: 10, waitMs: 60_000, meaning };
    const { hits } = await by.find({ tenant: "bench", query, ...rest });
    return hits.map(({ document }) => document.id);
  };
  const keywords: Mode = (query) => ask(query, false);
  if (embedder === undefined || searcher === undefined) return { keywords };
  const embeddings: Mode = async (query) => {
    const [vector = new Float32Array()] = await embedder.embed([parseQuery(query, new Date(benchTime)).text]);
    await searcher.refresh();
    const docIds = (await searcher.nearest(vector, "bench", {}, 10)).map(({ docId }) => docId);
    const ids = new Map((await index.read("bench", docIds)).map((one) => [one.docId, one.id]));
    return docIds.map((docId) => ids.get(docId) ?? "");
  };
  return {
    ...{ keywords, embeddings },
    fused: (query) => ask(query, true),
    "as delivered": (query) => ask(query, true, true),
    static: (query) => ask(query, true, false, tableSearch),
    "as delivered (static)": (query) => ask(query, true, true, tableSearch),
  };
}

/** Prints the metrics of each mode, and returns its NDCG@10 by question. */
async function compare(
  part: string,
  queries: readonly QueryLine[],
  modes: Record<string, Mode>,
): Promise<Record<string, number[]>> {
  const gains: Record<string, number[]> = {};
  for (const [name, mode] of Object.entries(modes)) {
    const { metrics, ...rest } = await askAll(queries, mode);
    print(row(part, name, metrics, rest));
    gains[name] = metrics.map(({ ndcg10 }) => ndcg10);
  }
  if (isAnswerable(queries) && gains.fused) print(`  ${part.padEnd(9)} ${compareFusion(gains)}`);
  return gains;
}

function isAnswerable(queries: readonly QueryLine[]): boolean {
  return queries.some(({ relevant }) => relevant.length > 0);
}

function summary(kind: string, gains: Record<string, number[]>): string {
  const means = ["keywords", "embeddings", "fused"].map(
    (mode) => `${mode} ${share(bootstrap(gains[mode] ?? []).mean)}`,
  );
  return `${kind.padEnd(19)} n=${String(gains.keywords?.length).padEnd(4)} ${means.join("  ")}  ${compareFusion(gains)}`;
}

async function askAll(queries: readonly QueryLine[], mode: Mode) {
  const began = performance.now();
  const metrics: Metrics[] = [];
  let empty = 0;
  for (const { query, relevant } of queries) {
    const results = await mode(query);
    metrics.push(metricsOf(results, relevant));
    if (results.length === 0) empty++;
  }
  return { metrics, empty, each: (performance.now() - began) / Math.max(1, queries.length) };
}

function row(part: string, name: string, metrics: readonly Metrics[], rest: { empty: number; each: number }): string {
  const { recall5, recall10, mrr } = meanOf(metrics);
  const { mean, low, high } = bootstrap(metrics.map(({ ndcg10 }) => ndcg10));
  const ndcg = `${share(mean)} ±${share((high - low) / 2)
    .trim()
    .padStart(4)}`;
  const docIds = `R@5 ${share(recall5)}  R@10 ${share(recall10)}  NDCG@10 ${ndcg}  MRR ${share(mrr)}`;
  const head = `  ${part.padEnd(9)} ${name.padEnd(21)} n=${String(metrics.length).padEnd(5)}`;
  return `${head} ${docIds}  empty ${rest.empty}  ${rest.each.toFixed(1)} ms`;
}

function compareFusion({ keywords = [], embeddings = [], fused = [] }: Record<string, number[]>): string {
  const better = bootstrap(keywords).mean > bootstrap(embeddings).mean ? "keywords" : "embeddings";
  const { mean, low, high } = pairedGain(fused, better === "keywords" ? keywords : embeddings);
  const judgment =
    low > 0 ? "better" : high < 0 ? "worse" : mean >= 0 ? "better or equal, within noise" : "worse, within noise";
  return `fused against ${better}: ${withSign(mean)} (${withSign(low)} to ${withSign(high)}) ${judgment}`;
}

function share(value: number): string {
  return (100 * value).toFixed(1).padStart(6);
}

function withSign(value: number): string {
  return `${value < 0 ? "" : "+"}${(100 * value).toFixed(1)}`;
}

function mebibytes(): number {
  return Math.round(process.memoryUsage().rss / 1_048_576);
}
