import { afterEach, beforeEach } from "vitest";
import { fixedRuntime } from "../../src/base/runtime.js";
import { createSearch, type Search, type SearchRequest } from "../../src/domain/search/search.js";
import { embedNext } from "../../src/domain/search/vectors/embed-documents.js";
import type { Embedder } from "../../src/engine/embedder.js";
import type { Sql } from "../../src/engine/sql.js";
import { openSqlite } from "../../src/engine/sqlite/open-sqlite.js";
import { migrate } from "../../src/store/migrate.js";
import { migrations } from "../../src/store/migrations/index.js";
import { type SearchDocument, searchDocument } from "../../src/store/search/search-document.js";
import { openSearchIndex } from "../../src/store/search/search-index.js";
import { openVectorStore, type VectorStore } from "../../src/store/search/vector-store.js";

export const aNote = (id: string, body: string, changes: Partial<SearchDocument> = {}): SearchDocument =>
  searchDocument({ id, kind: "note", project: "shop", source: id, at: "2026-01-01T00:00:00.000Z", body, ...changes });

export const someNotes = [
  aNote("pool", "The connection pool was exhausted because sessions leaked.", { files: ["src/db/pool.ts"] }),
  aNote("rate", "Rate limits are counted per tenant in Redis.", { tags: ["redis"], kind: "memory" }),
  aNote("sort", "Snapshot tests sort differently on macOS; export LC_ALL."),
  aNote("pin", "We pin the driver to 8.11 because 8.12 leaks sockets.", { project: "web" }),
];

/** Opens a new database for each test of a file, and searches over its documents. */
export function searchStore() {
  let sql: Sql;
  beforeEach(async () => {
    sql = await openSqlite(":memory:");
    await migrate(sql, fixedRuntime(), migrations);
  });
  afterEach(() => sql.close());

  /** Searches the documents already in the store. */
  const searchWith = (embedder: Embedder | undefined, vectors: Partial<VectorStore> = {}): Search =>
    createSearch({
      index: openSearchIndex(sql),
      vectors: { ...openVectorStore(sql), ...vectors },
      embedder,
      runtime: fixedRuntime(),
    });

  const searchOver = async (documents: readonly SearchDocument[], embedder?: Embedder) => {
    await openSearchIndex(sql).put("t", documents);
    while (embedder && (await embedNext(openVectorStore(sql), embedder, 64)) > 0);
    const search = searchWith(embedder);
    const ask = (query: string, rest: Partial<SearchRequest> = {}) => search.find({ tenant: "t", query, ...rest });
    const ids = async (query: string, rest: Partial<SearchRequest> = {}) =>
      (await ask(query, rest)).hits.map(({ document }) => document.id);
    return { search, ask, ids };
  };

  return { sql: () => sql, searchWith, searchOver };
}
