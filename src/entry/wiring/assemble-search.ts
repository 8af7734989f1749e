import { createReindex, type DocumentSource, type Reindex } from "../../domain/search/reindex.js";
import { createSearch, type Search } from "../../domain/search/search.js";
import { createEmbedding, type Embedding } from "../../domain/search/vectors/embedding.js";
import { openSearchIndex, type SearchIndex } from "../../store/search/search-index.js";
import { openVectorStore } from "../../store/search/vector-store.js";
import type { Foundation } from "./foundation.js";

interface SearchParts {
  readonly index: SearchIndex;
  readonly search: Search;
  readonly embedding: Embedding;
  reindexFrom(sources: readonly DocumentSource[]): Reindex;
}

/** Long enough to load the model on a busy machine; a loaded one takes milliseconds. */
const recordsWaitMs = 10_000;

/** The index redacts what it stores. */
export function assembleSearch({
  engines,
  redaction,
  leases,
}: Pick<Foundation, "engines" | "redaction" | "leases">): SearchParts {
  const { sql, embedder, modelWaitMs, runtime, log } = engines;
  const index = openSearchIndex(sql, redaction.text);
  const vectors = openVectorStore(sql);
  const embedding = createEmbedding({ vectors, embedder, leases, runtime, log });
  return {
    ...{ index, embedding },
    // A service of many tenants leaves new records to its background job.
    search: createSearch({
      ...{ index, vectors, embedder, runtime, modelWaitMs },
      recordsWaitMs: sql.dialect.isKeyedByTenant ? 0 : recordsWaitMs,
    }),
    reindexFrom: (sources) => createReindex({ index, vectors, embedding, sources }),
  };
}
