import type { Embedder } from "../../../engine/embedder.js";
import type { StoredVector, VectorStore } from "../../../store/search/vector-store.js";
import { passagesOf } from "./passages.js";
import { quantizeVector } from "./quantize-vector.js";

/** Gives the next documents their vectors; answers how many it did. */
export async function embedNext(vectors: VectorStore, embedder: Embedder, limit: number): Promise<number> {
  const documents = await vectors.pending(embedder.model, limit);
  const last = documents.at(-1);
  if (last === undefined) return 0;
  const passages = documents.flatMap((document) =>
    passagesOf(document).map((text, passage) => ({ docId: document.docId, passage, text })),
  );
  const found = await embedder.embed(passages.map(({ text }) => text));
  const kept = passages.flatMap(({ docId, passage }, i): StoredVector[] => {
    const vector = found[i];
    return vector ? [{ docId: docId, passage, ...quantizeVector(vector, embedder.mean) }] : [];
  });
  await vectors.add(embedder.model, kept, last.docId);
  return documents.length;
}
