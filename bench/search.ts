// Speed of search and indexing, compared with plain FTS5 and a linear scan over the same texts in the same run. CPU time
// says more than time where others use the machine too.
// Usage: npm run bench -- search          10,000 and 100,000 documents
//        tsx bench/search.ts 10000 1000000 [--json]      as a row of bench/table.ts: what growth costs
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { createSearch, type Search } from "../src/domain/search/search.js";
import { quantizeVector } from "../src/domain/search/vectors/quantize-vector.js";
import type { Embedder } from "../src/engine/embedder.js";
import { createMaxSim } from "../src/engine/minilm-embedder/max-sim.js";
import type { Sql } from "../src/engine/sql.js";
import { openSqlite } from "../src/engine/sqlite/open-sqlite.js";
import { systemRuntime } from "../src/entry/wiring/system-runtime.js";
import { migrate } from "../src/store/migrate.js";
import { migrations } from "../src/store/migrations/index.js";
import { type SearchDocument, searchDocument } from "../src/store/search/search-document.js";
import { openSearchIndex, type SearchIndex } from "../src/store/search/search-index.js";
import { openVectorStore } from "../src/store/search/vector-store.js";
import { openShippedModel } from "./support/open-shipped-model.js";
import { report } from "./support/report.js";

const sizes = process.argv
  .slice(2)
  .filter((word) => /^\d+$/.test(word))
  .map(Number);
const dimensions = 384;
const batchSize = 500;
/** About as many as the texts have words. */
const tokensPerDocument = 90;
const bytesPerToken = 16;
const markers = 50;
const timings = 100;

const growth: { size: number; both: number; words: number }[] = [];

async function measure(size: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "throughline-bench-"));
  try {
    await measureIn(join(folder, "bench.db"), size);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureIn(file: string, size: number): Promise<void> {
  let sql = await open(file);
  const built = await build(sql, size);
  const added = await addSingly(openSearchIndex(sql), size);
  await sql.close();
  const bytes = statSync(file).size;

  sql = await open(file);
  const search = createSearch({
    ...{
      index: openSearchIndex(sql),
      vectors: openVectorStore(sql),
      embedder: randomEmbedder,
      runtime: systemRuntime(),
    },
  });
  const withoutModel = await measureMs(() =>
    search.find({ tenant: "bench", query: "connection pool timeout", waitMs: 0 }),
  );
  const cold = await measureMs(() => ask(search, "connection pool timeout"));
  const queries = Array.from({ length: timings }, (_, i) => sentence(random(900_000 + i), 3 + (i % 5)));
  const warm = await times(queries, (query) => ask(search, query));
  const embedTimes = await times(queries, (query) => model.embed([query]));
  const words = await times(queries, (query) => ask(search, query, false));
  const foundCount = await countFoundMarkers(search, size);
  const { rss } = process.memoryUsage();
  const fts = await times(queries, (query) => plainFts(sql, query));
  const scan = await times(queries.slice(0, 5), (query) => linearScan(sql, query));
  await sql.close();
  growth.push({ size, both: quantile(warm, 0.5, "cpuMs"), words: quantile(words, 0.5, "cpuMs") });

  const row = (name: string, timings: readonly Timing[]) => [
    name,
    ...[0.5, 0.99].map((share) => `${quantile(timings, share).toFixed(2)} ms`),
    `${quantile(timings, 0.5, "cpuMs").toFixed(2)} ms`,
    `${(quantile(timings, 0.5) / quantile(warm, 0.5)).toFixed(1)}×`,
  ];
  report(
    `${size} documents`,
    ["what", "p50", "p99", "CPU p50", "relative p50"],
    [
      row("keywords and embeddings", warm),
      row("embedding the query", embedTimes),
      row("keywords only", words),
      row("plain FTS5, all words, bm25", fts),
      row("linear scan", scan),
      row("add one document", added),
    ],
  );
  process.stdout.write(
    `  first query ${withoutModel.toFixed(0)} ms by keywords, ${cold.toFixed(0)} ms more to load all binary codes; built at ${built.words.toFixed(0)} documents/s, vectors stored at ${built.vectors.toFixed(0)}/s\n` +
      `  ${Math.round(bytes / size)} bytes per document; ${Math.round(rss / 1048576)} MiB resident; ${foundCount} of ${markers} markers found\n`,
  );
}

async function open(file: string): Promise<Sql> {
  const sql = await openSqlite(file);
  await migrate(sql, systemRuntime(), migrations);
  return sql;
}

async function build(sql: Sql, size: number): Promise<{ words: number; vectors: number }> {
  const [index, vectors] = [openSearchIndex(sql), openVectorStore(sql)];
  const began = performance.now();
  for (let from = 0; from < size; from += batchSize) {
    await index.put(
      "bench",
      Array.from({ length: Math.min(batchSize, size - from) }, (_, i) => aDocument(from + i, size)),
    );
  }
  const embeddingStart = performance.now();
  for (;;) {
    const { documents, range } = await vectors.pending(randomEmbedder.model, 2000);
    if (documents.length === 0) break;
    const rows = documents.map(({ docId }) => ({
      docId,
      passage: 0,
      ...quantizeVector(randomVector(docId), randomEmbedder.mean),
      tokens: randomCodes(docId, tokensPerDocument),
    }));
    await vectors.add(randomEmbedder.model, rows, range);
  }
  while (await vectors.blocks?.pack(randomEmbedder.model));
  const rate = (ms: number) => (1000 * size) / ms;
  return { words: rate(embeddingStart - began), vectors: rate(performance.now() - embeddingStart) };
}

async function addSingly(index: SearchIndex, size: number): Promise<Timing[]> {
  const documents = Array.from({ length: timings }, (_, i) => aDocument(size + 1000 + i));
  return times(documents, (document) => index.put("bench", [document]));
}

async function countFoundMarkers(search: Search, size: number): Promise<number> {
  let count = 0;
  for (let i = 0; i < markers; i++) {
    const { hits } = await ask(search, `${sentence(random(i), 2)} ${markerOf(i)}`);
    if (hits.slice(0, 5).some(({ document }) => document.id === `d${markerIndex(i, size)}`)) count++;
  }
  return count;
}

const ask = (search: Search, query: string, meaning = true) =>
  search.find({ tenant: "bench", query, meaning, waitMs: 60_000 });

/** Naive baseline: an FTS5 table over the text, all words of the query, best rank first. */
async function plainFts(sql: Sql, query: string): Promise<void> {
  await sql.run("CREATE VIRTUAL TABLE IF NOT EXISTS plain USING fts5(body, tokenize='porter unicode61')");
  const [row] = await sql.all("SELECT rowid FROM plain LIMIT 1");
  if (!row) await sql.run("INSERT INTO plain (rowid, body) SELECT nr, body FROM search_documents");
  const words = query.split(" ").map((word) => `"${word}"`);
  await sql.all("SELECT rowid FROM plain WHERE plain MATCH ? ORDER BY rank LIMIT 10", [words.join(" OR ")]);
}

async function linearScan(sql: Sql, query: string): Promise<void> {
  const words = query.split(" ").map((word) => `%${word}%`);
  const score = words.map(() => "(body LIKE ?)").join(" + ");
  await sql.all(`SELECT nr, ${score} AS score FROM search_documents ORDER BY score DESC LIMIT 10`, words);
}

async function measureMs(body: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await body();
  return performance.now() - began;
}

interface Timing {
  readonly ms: number;
  /** Of all threads of this process. */
  readonly cpuMs: number;
}

async function times<T>(items: readonly T[], body: (item: T) => Promise<unknown>): Promise<Timing[]> {
  const all: Timing[] = [];
  const [first] = items;
  // The first query prepares statements and caches.
  if (first !== undefined) await body(first);
  for (const item of items) {
    // As between the requests of a server: background work gets its turn.
    await setImmediate();
    const before = process.cpuUsage();
    const ms = await measureMs(() => body(item));
    const { user, system } = process.cpuUsage(before);
    all.push({ ms, cpuMs: (user + system) / 1000 });
  }
  return all;
}

const quantile = (timings: readonly Timing[], share: number, unit: keyof Timing = "ms"): number =>
  timings.map((one) => one[unit]).sort((a, b) => a - b)[
    Math.min(timings.length - 1, Math.floor(timings.length * share))
  ] ?? Number.NaN;

// Zipf's law, as in real texts: the n-th word is n times as rare as the first.
function random(seed: number): () => number {
  let state = (seed + 1) * 2654435761;
  return () => {
    state = (state ^ (state << 13)) >>> 0;
    state = (state ^ (state >>> 17)) >>> 0;
    state = (state ^ (state << 5)) >>> 0;
    return state / 4294967296;
  };
}

const syllables = "ba con der fi gra lo mi nu pol qua ret si tor ul ver wen xi zon ka mer".split(" ");
const common =
  "connection pool timeout error database test server request file user deploy cache token query build".split(" ");

function word(rank: number): string {
  const frequent = common[rank];
  if (frequent !== undefined) return frequent;
  let text = "";
  for (let rest = rank; rest > 0; rest = Math.floor(rest / syllables.length))
    text += syllables[rest % syllables.length];
  return text;
}

function sentence(next: () => number, words: number): string {
  return Array.from({ length: words }, () => word(Math.floor(60_000 ** next()) - 1)).join(" ");
}

const markerOf = (i: number) => `ERR_MARK${i}Q${(i * 7919) % 9973}`;
const markerIndex = (i: number, size: number) => Math.floor((size / markers) * i);

function aDocument(i: number, size = 0): SearchDocument {
  const next = random(i);
  const step = Math.floor(size / markers);
  const marker = step > 0 && i % step === 0 ? ` ${markerOf(i / step)}` : "";
  const body = `${sentence(next, 60 + Math.floor(next() * 50))}${marker}`;
  const at = new Date(Date.UTC(2026, 0, 1) + (i % 300) * 86_400_000).toISOString();
  const facts = { id: `d${i}`, kind: i % 3 === 0 ? "memory" : "exchange", project: `p${i % 20}`, source: `s${i}` };
  return searchDocument({ ...facts, at, body, title: sentence(next, 4), session: `s${Math.floor(i / 8)}` });
}

function randomVector(seed: number): Float32Array<ArrayBuffer> {
  const next = random(seed);
  const vector = Float32Array.from({ length: dimensions }, () => next() - 0.5);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function randomCodes(seed: number, tokens: number): Uint8Array<ArrayBuffer> {
  const next = random(seed);
  return Uint8Array.from({ length: tokens * bytesPerToken }, () => 256 * next());
}

const seedOf = (text: string) => text.length * 31 + (text.charCodeAt(0) || 0);

/** A token per word, all of the same importance. */
function randomTokens(text: string): Float32Array<ArrayBuffer> {
  const next = random(seedOf(text));
  const words = text.split(" ").length;
  return Float32Array.from({ length: words * 8 * bytesPerToken }, () => (next() - 0.5) / words);
}

/** Random vectors and tokens: only their number matters for speed. */
const randomEmbedder: Embedder = {
  model: "random",
  dimensions,
  mean: new Float32Array(dimensions),
  embed: async (texts) => texts.map((text) => randomVector(seedOf(text))),
  tokens: {
    embed: async (texts) =>
      texts.map((text) => ({
        vector: randomVector(seedOf(text)),
        codes: new Uint8Array(),
        tokens: randomTokens(text),
      })),
    score: createMaxSim(),
  },
  close: async () => {},
};

const model = openShippedModel();
for (const size of sizes.length > 0 ? sizes : [10_000, 100_000]) await measure(size);
await model.close();
if (process.argv.includes("--json")) {
  const [small, large] = [growth[0], growth.at(-1)];
  const times = (of: (one: (typeof growth)[number]) => number) =>
    small && large
      ? `${of(small).toFixed(1)} → ${of(large).toFixed(1)} ms (${(of(large) / of(small)).toFixed(1)}×)`
      : "";
  const now = `with vectors ${times(({ both }) => both)}, keywords ${times(({ words }) => words)}`;
  const work = `a search at ${small?.size} → ${large?.size} documents, processor time, p50`;
  process.stdout.write(`${JSON.stringify([{ work, beside: "", now, goal: "less than 2×" }])}\n`);
}
