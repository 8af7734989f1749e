import { setImmediate } from "node:timers/promises";
import type { CreateHammingScan } from "../../../engine/hamming-scan.js";
import type { BinaryCodeBlock, VectorOrigin } from "../../../store/search/binary-code-blocks.js";
import { projectsIn, type SearchFilter } from "../../../store/search/search-filter.js";
import type { Int8Vector, VectorCode, VectorStore } from "../../../store/search/vector-store.js";
import { quantizeVector, similarity } from "./quantize-vector.js";

export interface Neighbor {
  readonly docId: number;
  /** Cosine of the document's nearest passage, -1 to 1. */
  readonly similarity: number;
}

/** Finds documents by vector similarity. */
export interface VectorSearcher {
  readonly size: number;
  /** Reads vectors added since the last refresh; call it before every search. */
  refresh(): Promise<void>;
  nearest(query: Float32Array, tenant: string, filter: SearchFilter, limit: number): Promise<Neighbor[]>;
  /** The similarity of these documents; those without vectors are left out. */
  similarities(query: Float32Array, docIds: readonly number[]): Promise<Neighbor[]>;
}

interface Model {
  readonly model: string;
  readonly dimensions: number;
  readonly mean: Float32Array;
}

/** Candidates of the database for the exact comparison. */
const databaseDepth = 200;
/** Nearest binary codes by Hamming distance; of these, the best by asymmetric distance are compared … */
const hammingDepth = 1000;
/** … exactly: enough to miss few of the nearest ten, and more for a high limit, because documents have several vectors. */
const exactDepth = (limit: number) => Math.min(hammingDepth, Math.max(150, 2 * limit));
const batchSize = 5000;
const blockBatchSize = 16;

export function createVectorSearcher(vectors: VectorStore, model: Model): VectorSearcher {
  const { nearest = async () => [], createHammingScan } = vectors;
  return createHammingScan
    ? searcherInMemory(vectors, createHammingScan, model)
    : searcherInDatabase(vectors, nearest, model);
}

/** The database finds the nearest vectors; nothing is held in memory. */
function searcherInDatabase(
  vectors: VectorStore,
  nearest: NonNullable<VectorStore["nearest"]>,
  { model }: Model,
): VectorSearcher {
  return {
    size: 0,
    refresh: async () => {},
    nearest: async (query, tenant, filter, limit) =>
      similaritiesOf(query, await vectors.readInt8(await nearest(model, query, tenant, filter, databaseDepth))).slice(
        0,
        limit,
      ),
    similarities: async (query, docIds) => similaritiesOf(query, await vectors.readInt8Of(model, docIds)),
  };
}

const similaritiesOf = (query: Float32Array, stored: readonly Int8Vector[]): Neighbor[] =>
  nearestPassages(stored.map((one) => ({ docId: one.docId, similarity: similarity(one, query) })));

/** The binary codes of all vectors in memory, 48 bytes each, refreshed from the database. */
function searcherInMemory(
  vectors: VectorStore,
  createHammingScan: CreateHammingScan,
  { model, dimensions, mean }: Model,
): VectorSearcher {
  const rows = createRows(dimensions, createHammingScan);
  let lastSeq = 0;
  let refreshing: Promise<void> | undefined;

  const readBlocks = async () => {
    for (;;) {
      const blocks = (await vectors.blocks?.after(model, lastSeq, blockBatchSize)) ?? [];
      for (const block of blocks) rows.add(block);
      lastSeq = blocks.at(-1)?.lastSeq ?? lastSeq;
      if (blocks.length < blockBatchSize) return;
      // The first read of a large store takes a while: other requests are served in between.
      await setImmediate();
    }
  };
  const readNew = async () => {
    // Later blocks repeat vectors that were already read one by one.
    if (lastSeq === 0) await readBlocks();
    for (;;) {
      const added = await vectors.codesAfter(model, lastSeq, batchSize);
      if (added.length > 0) rows.add(blockOf(added));
      lastSeq = added.at(-1)?.seq ?? lastSeq;
      if (added.length < batchSize) return;
      await setImmediate();
    }
  };
  const refresh = () => {
    refreshing ??= readNew().finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  };

  return {
    get size() {
      return rows.size();
    },
    refresh,
    async nearest(query, tenant, filter, limit) {
      const { codes } = quantizeVector(query, mean);
      const seqs = rows.nearest(query, codes, (origin) => matchesFilter(origin, tenant, filter), exactDepth(limit));
      return similaritiesOf(query, await vectors.readInt8(seqs)).slice(0, limit);
    },
    similarities: async (query, docIds) => similaritiesOf(query, await vectors.readInt8Of(model, docIds)),
  };
}

/** One entry per document: that of its nearest passage. Ties are ordered by id, so that the order is deterministic. */
function nearestPassages(neighbors: readonly Neighbor[]): Neighbor[] {
  const best = new Map<number, Neighbor>();
  for (const one of neighbors) if (one.similarity > (best.get(one.docId)?.similarity ?? -2)) best.set(one.docId, one);
  return [...best.values()].sort((a, b) => b.similarity - a.similarity || b.docId - a.docId);
}

const matchesFilter = (origin: VectorOrigin, tenant: string, filter: SearchFilter): boolean =>
  origin.tenant === tenant &&
  (filter.kinds === undefined || filter.kinds.includes(origin.kind)) &&
  projectsIn(filter)?.includes(origin.project) !== false;

/** Binary codes and sequence numbers of vectors. Removed documents stay until the process ends; reading drops them. */
function createRows(dimensions: number, createHammingScan: CreateHammingScan) {
  // The scan compares sixteen bytes at a time.
  const bytesPerVector = 16 * Math.ceil(dimensions / 128);
  const scan = createHammingScan(bytesPerVector);
  const seqs: Float64Array[] = [];
  const starts: number[] = [];
  const origins: VectorOrigin[] = [];
  const indexes = new Map<string, number>();
  const originIndexOf = ({ tenant, kind, project }: VectorOrigin): number => {
    const name = JSON.stringify([tenant, kind, project]);
    const index = indexes.get(name) ?? Math.min(maxOrigins - 1, origins.push({ tenant, kind, project }) - 1);
    indexes.set(name, index);
    return index;
  };
  const seqOf = (row: number): number => {
    const block = starts.findLastIndex((start) => start <= row);
    return seqs[block]?.[row - (starts[block] ?? 0)] ?? 0;
  };

  return {
    size: () => scan.size,

    add(block: Omit<BinaryCodeBlock, "lastSeq">) {
      const originIndexes = block.origins.map(originIndexOf);
      starts.push(scan.size);
      seqs.push(block.seqs);
      scan.add(
        padRows(block.binaryCodes, block.seqs.length, bytesPerVector),
        block.originOf.map((origin) => originIndexes[origin] ?? 0),
      );
    },

    /** The sequence numbers of the `limit` best candidates among the allowed origins. */
    nearest(
      query: Float32Array,
      codes: Uint8Array,
      isAllowed: (origin: VectorOrigin) => boolean,
      limit: number,
    ): number[] {
      const allowed = Uint8Array.from(origins, (origin) => (isAllowed(origin) ? 1 : 0));
      return scan.rescoreAsymmetric(scan.nearest(codes, allowed, hammingDepth), query, limit).map(seqOf);
    },
  };
}

/** Further origins share the last index; their documents are filtered when they are read. */
const maxOrigins = 65_000;

/** Rows of binary codes padded to the size that the scan compares. */
function padRows(binaryCodes: Uint8Array, rows: number, bytesPerVector: number): Uint8Array {
  const size = rows === 0 ? bytesPerVector : binaryCodes.length / rows;
  if (size === bytesPerVector) return binaryCodes;
  const padded = new Uint8Array(rows * bytesPerVector);
  for (let row = 0; row < rows; row++)
    padded.set(binaryCodes.subarray(row * size, (row + 1) * size), row * bytesPerVector);
  return padded;
}

/** Vectors read one by one, as a block. */
function blockOf(codes: readonly VectorCode[]): Omit<BinaryCodeBlock, "lastSeq"> {
  const size = codes[0]?.codes.length ?? 0;
  const binaryCodes = new Uint8Array(codes.length * size);
  for (const [i, { codes: one }] of codes.entries()) binaryCodes.set(one, i * size);
  const originIndexes = new Map<string, number>();
  const origins: VectorOrigin[] = [];
  const originOf = Uint16Array.from(codes, ({ tenant, kind, project }) => {
    const name = JSON.stringify([tenant, kind, project]);
    const originIndex = originIndexes.get(name) ?? origins.push({ tenant, kind, project }) - 1;
    originIndexes.set(name, originIndex);
    return originIndex;
  });
  return { binaryCodes, origins, originOf, seqs: Float64Array.from(codes, ({ seq }) => seq) };
}
