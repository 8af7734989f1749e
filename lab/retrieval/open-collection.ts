import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fixedRuntime, type Runtime } from "../../src/base/runtime.js";
import { createSearch, type Search } from "../../src/domain/search/search.js";
import { embedNext } from "../../src/domain/search/vectors/embed-documents.js";
import { createVectorSearcher, type VectorSearcher } from "../../src/domain/search/vectors/vector-searcher.js";
import type { Embedder } from "../../src/engine/embedder.js";
import { openSqlite } from "../../src/engine/sqlite/open-sqlite.js";
import { migrate } from "../../src/store/migrate.js";
import { migrations } from "../../src/store/migrations/index.js";
import { type SearchDocument, searchDocument } from "../../src/store/search/search-document.js";
import { openSearchIndex, type SearchIndex } from "../../src/store/search/search-index.js";
import { openVectorStore, type VectorStore } from "../../src/store/search/vector-store.js";
import { type CorpusLine, readLines } from "../../bench/support/read-set.js";

export const benchTime = "2026-11-15T12:00:00Z";
const batchSize = 1000;

export interface Collection {
  readonly documents: number;
  readonly isWhole: boolean;
  readonly index: SearchIndex;
  readonly vectors: VectorStore;
  readonly runtime: Runtime;
  readonly search: Search;
  /** The same with static embeddings instead of the model. */
  readonly tableSearch: Search;
  /** Present when there is a model. */
  readonly searcher: VectorSearcher | undefined;
  close(): Promise<void>;
}

export interface CollectionOptions {
  readonly embedder: Embedder | undefined;
  readonly kind?: string | undefined;
  /** Documents beyond this many are found by keywords only. */
  readonly maxEmbedded?: number;
}

/** Indexes the documents of some files in a temporary database, because a large corpus may not fit into memory. */
export async function openCollection(files: readonly string[], options: CollectionOptions): Promise<Collection> {
  const folder = mkdtempSync(join(tmpdir(), "throughline-retrieval-"));
  const sql = await openSqlite(join(folder, "bench.db"));
  await migrate(sql, fixedRuntime(), migrations);
  const [index, vectors] = [openSearchIndex(sql), openVectorStore(sql)];
  const { embedder, kind, maxEmbedded = Number.POSITIVE_INFINITY } = options;
  const documents = await indexFiles(index, files, kind);
  const isWhole = embedder === undefined || (await embedAll(vectors, embedder, maxEmbedded));
  const searchWith = (reader: Embedder | undefined) =>
    createSearch({ index, vectors, embedder: reader, runtime: fixedRuntime(benchTime) });
  const rejectModelUse = () => Promise.reject(new Error("The table is measured."));
  return {
    ...{ documents, isWhole, index, vectors, runtime: fixedRuntime(benchTime) },
    search: searchWith(embedder),
    tableSearch: searchWith(embedder && { ...withoutTokens(embedder), embed: rejectModelUse }),
    searcher: embedder && createVectorSearcher(vectors, embedder),
    async close() {
      await sql.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const withoutTokens = ({ tokens: _, ...rest }: Embedder): Embedder => rest;

async function indexFiles(index: SearchIndex, files: readonly string[], kind: string | undefined): Promise<number> {
  let batch: SearchDocument[] = [];
  let count = 0;
  const flush = async () => {
    await index.put("bench", batch);
    count += batch.length;
    batch = [];
  };
  for (const file of files) {
    for await (const line of readLines<CorpusLine>(file)) {
      batch.push(toDocument(line, kind));
      if (batch.length >= batchSize) await flush();
    }
  }
  await flush();
  return count;
}

/** In the committed corpora the id implies the kind, and the first line of a turn is the user's. */
export function toDocument(
  { id, text, time, title, session, kind: ownKind }: CorpusLine,
  kind: string | undefined,
): SearchDocument {
  const isTurn = id.startsWith("turn-");
  const [first = "", ...rest] = text.split("\n");
  return searchDocument({
    ...{ id, project: "bench", source: id, at: time ?? "2026-01-01T00:00:00.000Z" },
    kind: kind ?? ownKind ?? (isTurn ? "exchange" : id.startsWith("src/") ? "code" : "note"),
    ...(isTurn ? { body: first, reply: rest.join("\n") } : { body: text }),
    ...(title ? { title } : {}),
    ...(session ? { session } : {}),
  });
}

async function embedAll(vectors: VectorStore, embedder: Embedder, max: number): Promise<boolean> {
  for (let done = 0; done < max; ) {
    const embedded = await embedNext(vectors, embedder, 64);
    if (embedded === 0) return true;
    done += embedded;
    process.stderr.write(`\rembedded ${done}`);
  }
  return false;
}
