// The loss from vector quantization: recall of the true ten nearest passages, by exact float cosine of the same
// vectors, on the committed texts and questions with the real model; and the bytes of each representation.
// Usage: npx tsx lab/retrieval/vectors.ts        the first run embeds for some minutes; vectors are cached between runs
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { passagesOf } from "../../src/domain/search/vectors/passages.js";
import { type QuantizedVector, quantizeVector, similarity } from "../../src/domain/search/vectors/quantize-vector.js";
import { createVectorSearcher } from "../../src/domain/search/vectors/vector-searcher.js";
import type { Embedder } from "../../src/engine/embedder.js";
import type { Sql } from "../../src/engine/sql.js";
import { openSqlite } from "../../src/engine/sqlite/open-sqlite.js";
import { createHammingScan } from "../../src/engine/sqlite/wasm-hamming-scan.js";
import { systemRuntime } from "../../src/entry/wiring/system-runtime.js";
import { migrate } from "../../src/store/migrate.js";
import { migrations } from "../../src/store/migrations/index.js";
import { searchDocument } from "../../src/store/search/search-document.js";
import { openSearchIndex } from "../../src/store/search/search-index.js";
import { openVectorStore } from "../../src/store/search/vector-store.js";
import { committedSets } from "./committed-sets.js";
import { embedCached } from "../../bench/support/embed-cached.js";
import { type CorpusLine, type QueryLine, readLines } from "../../bench/support/read-set.js";
import { openShippedModel } from "../../bench/support/open-shipped-model.js";
import { report } from "../../bench/support/report.js";

const k = 10;
const batchSize = 64;
const documentTime = "2026-01-01T00:00:00.000Z";

interface StoredVector extends QuantizedVector {
  readonly docId: number;
  readonly vector: Float32Array;
}

async function benchVectors(model: Embedder): Promise<void> {
  const sql = await openSqlite(":memory:");
  await migrate(sql, systemRuntime(), migrations);
  const { stored, databaseBytes } = await fill(sql, model);
  const queries: Float32Array[] = [];
  for (const query of await committedQueries()) queries.push(...(await model.embed([query])));
  const exact = queries.map((query) => nearest(stored, (one) => dot(one.vector, query)));
  const recall = (results: readonly (readonly number[])[]) => {
    const shares = results.map((docIds, i) => docIds.filter((docId) => exact[i]?.includes(docId)).length / k);
    return (shares.reduce((sum, share) => sum + share, 0) / shares.length).toFixed(4);
  };

  const searcher = createVectorSearcher(openVectorStore(sql), model);
  await searcher.refresh();
  const product: number[][] = [];
  for (const query of queries) product.push((await searcher.nearest(query, "bench", {}, k)).map(({ docId }) => docId));
  const byHamming = hammingSearch(stored, model);
  const [one] = stored;
  const codeBytes = one?.codes.length ?? 0;
  const int8Bytes = (one?.int8.length ?? 0) + Float64Array.BYTES_PER_ELEMENT;
  report(
    `${stored.length} passages, ${queries.length} questions, ${model.model}`,
    ["what", "recall@10", "bytes a vector"],
    [
      ["float, every vector compared", "1.0000", `${4 * model.dimensions}`],
      [
        "int8, every vector compared",
        recall(queries.map((query) => nearest(stored, (one) => similarity(one, query)))),
        `${int8Bytes}`,
      ],
      [
        "binary codes alone",
        recall(queries.map((query) => byHamming(query, k).map(({ docId }) => docId))),
        `${codeBytes}`,
      ],
      ...[50, 100, 200, 400].map((depth) => [
        `binary codes choose ${depth}, int8 compares`,
        recall(queries.map((query) => nearest(byHamming(query, depth), (one) => similarity(one, query)))),
        `${codeBytes + int8Bytes}`,
      ]),
      [
        "the product",
        recall(product),
        `${codeBytes} in memory, ${Math.round(databaseBytes / stored.length)} in the database`,
      ],
    ],
  );
  await sql.close();
}

/** Every passage is a separate document, so that no document hides its second nearest passage. */
async function fill(sql: Sql, model: Embedder): Promise<{ stored: StoredVector[]; databaseBytes: number }> {
  const [index, vectors] = [openSearchIndex(sql), openVectorStore(sql)];
  const facts = { kind: "note", project: "bench", source: "bench", at: documentTime };
  await index.put(
    "bench",
    (await committedPassages()).map((body, i) => searchDocument({ ...facts, id: `${i}`, body })),
  );
  const before = await bytesOf(sql);
  const stored: StoredVector[] = [];
  for (;;) {
    const { documents, range } = await vectors.pending(model.model, batchSize);
    if (documents.length === 0) break;
    const embeddings = await model.embed(documents.map(({ body }) => body));
    const added = embeddings.map((vector, i) => ({
      docId: documents[i]?.docId ?? 0,
      vector,
      ...quantizeVector(vector, model.mean),
    }));
    stored.push(...added);
    await vectors.add(
      model.model,
      added.map(({ vector: _, ...one }) => ({ ...one, passage: 0 })),
      range,
    );
  }
  while (await vectors.blocks?.pack(model.model));
  return { stored, databaseBytes: (await bytesOf(sql)) - before };
}

async function committedPassages(): Promise<string[]> {
  const passages = new Set<string>();
  for (const file of new Set(committedSets().flatMap(({ corpora }) => corpora))) {
    for await (const { text } of readLines<CorpusLine>(file))
      for (const passage of splitPassages(text)) passages.add(passage);
  }
  for (const text of documentation()) for (const passage of splitPassages(text)) passages.add(passage);
  return [...passages];
}

const splitPassages = (body: string) =>
  passagesOf(searchDocument({ id: "", kind: "note", project: "", source: "", at: documentTime, body }));

/** This repository's documentation, as distractors. */
function documentation(): string[] {
  const folder = join(import.meta.dirname, "..", "..", "docs");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8"));
}

async function committedQueries(): Promise<string[]> {
  const queries = new Set<string>();
  for (const { file } of committedSets().flatMap((set) => set.queries))
    for await (const { query } of readLines<QueryLine>(file)) queries.add(query);
  return [...queries];
}

/** The same scan as the product's, at any depth. */
function hammingSearch(stored: readonly StoredVector[], { mean, dimensions }: Embedder) {
  const bytesPerVector = 16 * Math.ceil(dimensions / 128);
  const scan = createHammingScan(bytesPerVector);
  for (const { codes } of stored) {
    const row = new Uint8Array(bytesPerVector);
    row.set(codes);
    scan.add(row, Uint16Array.of(0));
  }
  return (query: Float32Array, depth: number): StoredVector[] => {
    const row = new Uint8Array(bytesPerVector);
    row.set(quantizeVector(query, mean).codes);
    return scan.nearest(row, Uint8Array.of(1), depth).flatMap((i) => stored[i] ?? []);
  };
}

const nearest = (stored: readonly StoredVector[], similarityOf: (one: StoredVector) => number): number[] =>
  stored
    .map((one) => ({ docId: one.docId, similarity: similarityOf(one) }))
    .sort((a, b) => b.similarity - a.similarity || b.docId - a.docId)
    .slice(0, k)
    .map(({ docId }) => docId);

const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);

async function bytesOf(sql: Sql): Promise<number> {
  const [pages] = await sql.all<{ page_count: number }>("PRAGMA page_count");
  const [free] = await sql.all<{ freelist_count: number }>("PRAGMA freelist_count");
  const [size] = await sql.all<{ page_size: number }>("PRAGMA page_size");
  return ((pages?.page_count ?? 0) - (free?.freelist_count ?? 0)) * (size?.page_size ?? 0);
}

const embedder = embedCached(openShippedModel());
await benchVectors(embedder);
await embedder.close();
