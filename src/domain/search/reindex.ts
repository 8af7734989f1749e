import type { SearchDocument } from "../../store/search/search-document.js";
import type { SearchIndex } from "../../store/search/search-index.js";
import type { VectorStore } from "../../store/search/vector-store.js";
import type { Call } from "../call.js";
import type { Embedding } from "./vectors/embedding.js";

/** The documents of one kind, from the family that indexes it. */
export interface DocumentSource {
  readonly kind: string;
  documents(tenant: string): AsyncIterable<SearchDocument>;
}

export interface ReindexOptions {
  /** Also embeds every document now instead of in the background. */
  readonly meaning: boolean;
  /** Starts over even if an earlier run was interrupted. */
  readonly restart: boolean;
}

export interface ReindexReport {
  readonly added: number;
  readonly removed: number;
  readonly rewritten: number;
  readonly embedded: number;
  /** The document id after which an interrupted run was resumed, or 0. */
  readonly resumedAfter: number;
}

/** Rebuilds the index while searches continue. */
export interface Reindex {
  run(call: Call, options: ReindexOptions): Promise<ReindexReport>;
}

interface Deps {
  readonly index: SearchIndex;
  readonly vectors: VectorStore;
  readonly embedding: Embedding;
  readonly sources: readonly DocumentSource[];
}

const batchSize = 200;
/** Progress of an interrupted run. */
const stateName = "reindex.after";

export function createReindex({ index, vectors, embedding, sources }: Deps): Reindex {
  const indexSource = async (call: Call, source: DocumentSource) => {
    const ids = new Set<string>();
    let added = 0;
    let pendingDocuments: SearchDocument[] = [];
    const flush = async () => {
      added += (await index.put(call.tenant, pendingDocuments)).added;
      pendingDocuments = [];
      call.progress(ids.size, undefined, `reading ${source.kind}`);
    };
    for await (const document of source.documents(call.tenant)) {
      ids.add(document.id);
      pendingDocuments.push(document);
      if (pendingDocuments.length >= batchSize) await flush();
      if (call.signal.aborted) return { added, removed: 0 };
    }
    await flush();
    return { added, removed: await removeOthers(call.tenant, source.kind, ids) };
  };

  const removeOthers = async (tenant: string, kind: string, ids: ReadonlySet<string>) => {
    let removed = 0;
    for (let after = ""; ; ) {
      const indexed = await index.ids(tenant, kind, after, batchSize);
      removed += await index.remove(
        tenant,
        indexed.filter((id) => !ids.has(id)),
      );
      after = indexed.at(-1) ?? "";
      if (indexed.length < batchSize) return removed;
    }
  };

  /** In separate transactions: readers see each document with its old or new index entries, never without any. */
  const rewrite = async (call: Call, from: number) => {
    const size = await index.size(call.tenant);
    let rewritten = 0;
    for (let after: number | undefined = from; after !== undefined && !call.signal.aborted; ) {
      await index.setState(stateName, String(after));
      after = await index.rewrite(after, batchSize);
      rewritten = after === undefined ? rewritten : Math.min(size, rewritten + batchSize);
      call.progress(rewritten, size, "indexing words");
    }
    if (call.signal.aborted) return rewritten;
    await index.setState(stateName, "0");
    return rewritten;
  };

  return {
    async run(call, { meaning, restart }) {
      let [added, removed] = [0, 0];
      for (const source of sources) {
        const changes = await indexSource(call, source);
        added += changes.added;
        removed += changes.removed;
      }
      const resumedAfter = restart ? 0 : Number((await index.state(stateName)) ?? 0);
      const rewritten = await rewrite(call, resumedAfter);
      if (embedding.model) await vectors.forgetOthers(embedding.model);
      const progress = (done: number, of: number) => call.progress(done, of, "embedding");
      const embedded = meaning ? await embedding.run({ signal: call.signal, progress }) : 0;
      return { added, removed, rewritten, embedded, resumedAfter };
    },
  };
}
