import type { Embedder } from "../../../engine/embedder.js";
import type { StoredVector, VectorStore } from "../../../store/search/vector-store.js";
import { passagesOf } from "./passages.js";
import { quantizeVector } from "./quantize-vector.js";

/** Embeds the next documents; returns how many. */
export async function embedNext(vectors: VectorStore, embedder: Embedder, limit: number): Promise<number> {
  const documents = await vectors.pending(embedder.model, limit);
  const last = documents.at(-1);
  if (last === undefined) return 0;
  const passages = documents.flatMap((document) =>
    passagesOf(document).map((text, passage) => ({ docId: document.docId, passage, text })),
  );
  const embeddings = await embedder.embed(passages.map(({ text }) => text));
  const storedVectors = passages.flatMap(({ docId, passage }, i): StoredVector[] => {
    const vector = embeddings[i];
    return vector ? [{ docId, passage, ...quantizeVector(vector, embedder.mean) }] : [];
  });
  await vectors.add(embedder.model, storedVectors, last.docId);
  return documents.length;
}
