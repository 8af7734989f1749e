import type { Embedder } from "../../../engine/embedder.js";
import type { TokenEmbedding } from "../../../engine/token-embedding.js";
import type { IndexedDocument } from "../../../store/search/document-row.js";
import type { StoredVector, VectorStore } from "../../../store/search/vector-store.js";
import { passagesOf } from "./passages.js";
import { quantizeVector } from "./quantize-vector.js";
import { matchesTokens, selectTokens } from "./select-tokens.js";
import { symbolText } from "./symbol-text.js";

/** Embeds the next documents; returns how many. */
export async function embedNext(vectors: VectorStore, embedder: Embedder, limit: number): Promise<number> {
  const documents = await vectors.pending(embedder.model, limit);
  const last = documents.at(-1);
  if (last === undefined) return 0;
  await vectors.add(embedder.model, await embedDocuments(embedder, documents), last.docId);
  return documents.length;
}

/** The number of a symbol's own vector, which no passage of a text has. */
const symbolPassage = 1000;

/**
 * Embeds the names of the next symbols statically: of a whole repository within seconds, long before the model has read
 * its code. Returns how many documents were read.
 */
export async function embedSymbols(vectors: VectorStore, embedder: Embedder, limit: number): Promise<number> {
  if (embedder.embedStatic === undefined) return 0;
  const { documents, last } = await vectors.pendingSymbols(embedder.model, limit);
  if (last === undefined) return 0;
  await vectors.addSymbols(embedder.model, symbolVectors(embedder, documents), last);
  return documents.length;
}

/** Later parts of a long function have its name too. */
const isContinued = /~\d+$/;

const symbolVectors = (embedder: Embedder, documents: readonly IndexedDocument[]): StoredVector[] =>
  documents.flatMap((document) => {
    const vector = isContinued.test(document.id) ? undefined : embedder.embedStatic?.(symbolText(document));
    return vector ? [{ docId: document.docId, passage: symbolPassage, ...quantizeVector(vector, embedder.mean) }] : [];
  });

/** Embeds the newest waiting documents of the current tenant that no other process has claimed; returns how many. */
export async function embedClaimed(
  { queue, addClaimed }: VectorStore,
  embedder: Embedder,
  limit: number,
  times: { readonly now: string; readonly until: string },
): Promise<number> {
  const { docIds, documents } = (await queue?.claim(embedder.model, limit, times)) ?? { docIds: [], documents: [] };
  if (docIds.length > 0) await addClaimed(embedder.model, await embedDocuments(embedder, documents), docIds);
  return docIds.length;
}

/** Kinds that people and agents record one by one, and look for right afterwards. */
export const recordKinds: readonly string[] = [
  "memory",
  "remediation",
  "checkpoint",
  "knowledge",
  "decision",
  "convention",
  "skill",
];
const maxRecords = 64;

/** Embeds records that were just written, ahead of a backlog of sessions and code. */
export async function embedNewRecords(vectors: VectorStore, embedder: Embedder): Promise<void> {
  const documents = await vectors.newestPending(embedder.model, recordKinds, maxRecords);
  if (documents.length > 0) await vectors.add(embedder.model, await embedDocuments(embedder, documents));
}

async function embedDocuments(embedder: Embedder, documents: readonly IndexedDocument[]): Promise<StoredVector[]> {
  const passages = documents.flatMap((document) =>
    passagesOf(document).map((text, passage) => ({ document, passage, text })),
  );
  const embeddings = await embedPassages(
    embedder,
    passages.map(({ text }) => text),
  );
  return passages.flatMap(({ document, passage }, i): StoredVector[] => {
    const vector = embeddings[i]?.vector;
    if (vector === undefined) return [];
    const own =
      passage === 0 && matchesTokens(document) ? embeddings.filter((_, j) => passages[j]?.document === document) : [];
    const tokens = selectTokens(own.flatMap(({ tokens }) => tokens ?? []));
    return [{ docId: document.docId, passage, ...quantizeVector(vector, embedder.mean), tokens }];
  });
}

interface PassageEmbedding {
  readonly vector: Float32Array;
  readonly tokens?: TokenEmbedding;
}

const embedPassages = async (embedder: Embedder, texts: readonly string[]): Promise<PassageEmbedding[]> =>
  embedder.tokens
    ? (await embedder.tokens.embed(texts)).map((tokens) => ({ vector: tokens.vector, tokens }))
    : (await embedder.embed(texts)).map((vector) => ({ vector }));
