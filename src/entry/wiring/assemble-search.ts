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

/** The index redacts what it stores. */
export function assembleSearch({
  engines,
  redaction,
  leases,
}: Pick<Foundation, "engines" | "redaction" | "leases">): SearchParts {
  const { sql, embedder, runtime, log } = engines;
  const index = openSearchIndex(sql, redaction.text);
  const vectors = openVectorStore(sql);
  const embedding = createEmbedding({ vectors, embedder, leases, runtime, log });
  return {
    ...{ index, embedding },
    search: createSearch({ index, vectors, embedder, runtime }),
    reindexFrom: (sources) => createReindex({ index, vectors, embedding, sources }),
  };
}
