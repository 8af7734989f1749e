import { setImmediate } from "node:timers/promises";
import { createSignScan } from "../../engine/sign-scan.js";
import { projectsIn, type SearchFilter } from "../../store/search/search-filter.js";
import type { SignBlock, VectorOrigin } from "../../store/search/sign-blocks.js";
import type { VectorCode, VectorSteps, VectorStore } from "../../store/search/vector-store.js";
import { encodeVector, likeness } from "./vector-codes.js";

export interface Neighbour {
  readonly nr: number;
  /** Cosine of the document's nearest passage, -1 to 1. */
  readonly likeness: number;
}

/** Where to look for documents by meaning. */
export interface VectorView {
  readonly size: number;
  /** Reads what was added since: to be done before every search. */
  follow(): Promise<void>;
  nearest(query: Float32Array, tenant: string, filter: SearchFilter, limit: number): Promise<Neighbour[]>;
  /** How alike these documents are; those without vectors are left out. */
  likenesses(query: Float32Array, nrs: readonly number[]): Promise<Neighbour[]>;
}

interface Model {
  readonly model: string;
  readonly dimensions: number;
  readonly mean: Float32Array;
}

/** How many a database chooses for the exact comparison. */
const chosenInDatabase = 200;
/** How many differ least in their signs; of these, those that agree most with the numbers of the query are compared … */
const bySigns = 1000;
/** … exactly: enough to lose few of the nearest ten, and more where many are asked for, since a document has several. */
const comparedFor = (limit: number) => Math.min(bySigns, Math.max(150, 2 * limit));
const slice = 5000;
const blocksAtOnce = 16;

export function createVectorView(vectors: VectorStore, model: Model): VectorView {
  return vectors.nearest ? viewOfDatabase(vectors, vectors.nearest, model) : viewInMemory(vectors, model);
}

/** The database finds the nearest: nothing is gathered here. */
function viewOfDatabase(
  vectors: VectorStore,
  nearest: NonNullable<VectorStore["nearest"]>,
  { model }: Model,
): VectorView {
  return {
    size: 0,
    follow: async () => {},
    nearest: async (query, tenant, filter, limit) =>
      likenessesOf(query, await vectors.steps(await nearest(model, query, tenant, filter, chosenInDatabase))).slice(
        0,
        limit,
      ),
    likenesses: async (query, nrs) => likenessesOf(query, await vectors.stepsOf(model, nrs)),
  };
}

const likenessesOf = (query: Float32Array, kept: readonly VectorSteps[]): Neighbour[] =>
  nearestPassages(kept.map((one) => ({ nr: one.nr, likeness: likeness(one, query) })));

/** The signs of all vectors in memory: 48 bytes each, following the database. */
function viewInMemory(vectors: VectorStore, { model, dimensions, mean }: Model): VectorView {
  const rows = createRows(dimensions);
  let lastSeq = 0;
  let following: Promise<void> | undefined;

  const readBlocks = async () => {
    for (;;) {
      const blocks = (await vectors.blocks?.after(model, lastSeq, blocksAtOnce)) ?? [];
      for (const block of blocks) rows.add(block);
      lastSeq = blocks.at(-1)?.lastSeq ?? lastSeq;
      if (blocks.length < blocksAtOnce) return;
      // The first reading of a large store takes a while: requests go on in between.
      await setImmediate();
    }
  };
  const readNew = async () => {
    // Later blocks hold vectors that were read one by one already.
    if (lastSeq === 0) await readBlocks();
    for (;;) {
      const added = await vectors.codesAfter(model, lastSeq, slice);
      if (added.length > 0) rows.add(blockOf(added));
      lastSeq = added.at(-1)?.seq ?? lastSeq;
      if (added.length < slice) return;
      await setImmediate();
    }
  };
  const follow = () => {
    following ??= readNew().finally(() => {
      following = undefined;
    });
    return following;
  };

  return {
    get size() {
      return rows.size();
    },
    follow,
    async nearest(query, tenant, filter, limit) {
      const { codes } = encodeVector(query, mean);
      const seqs = rows.nearest(query, codes, (origin) => fits(origin, tenant, filter), comparedFor(limit));
      return likenessesOf(query, await vectors.steps(seqs)).slice(0, limit);
    },
    likenesses: async (query, nrs) => likenessesOf(query, await vectors.stepsOf(model, nrs)),
  };
}

/** One entry per document: that of its nearest passage. Ties are settled by number, so that the order is always the same. */
function nearestPassages(found: readonly Neighbour[]): Neighbour[] {
  const best = new Map<number, Neighbour>();
  for (const one of found) if (one.likeness > (best.get(one.nr)?.likeness ?? -2)) best.set(one.nr, one);
  return [...best.values()].sort((a, b) => b.likeness - a.likeness || b.nr - a.nr);
}

const fits = (origin: VectorOrigin, tenant: string, filter: SearchFilter): boolean =>
  origin.tenant === tenant &&
  (filter.kinds === undefined || filter.kinds.includes(origin.kind)) &&
  projectsIn(filter)?.includes(origin.project) !== false;

/** Signs and numbers of vectors. Removed documents stay until the process ends; reading drops them. */
function createRows(dimensions: number) {
  // The scan compares sixteen bytes at a time.
  const bytesEach = 16 * Math.ceil(dimensions / 128);
  const scan = createSignScan(bytesEach);
  const seqs: Float64Array[] = [];
  const starts: number[] = [];
  const origins: VectorOrigin[] = [];
  const places = new Map<string, number>();
  const placeOf = ({ tenant, kind, project }: VectorOrigin): number => {
    const name = JSON.stringify([tenant, kind, project]);
    const known = places.get(name) ?? Math.min(maxOrigins - 1, origins.push({ tenant, kind, project }) - 1);
    places.set(name, known);
    return known;
  };
  const seqOf = (row: number): number => {
    const part = starts.findLastIndex((start) => start <= row);
    return seqs[part]?.[row - (starts[part] ?? 0)] ?? 0;
  };

  return {
    size: () => scan.size,

    add(block: Omit<SignBlock, "lastSeq">) {
      const ours = block.origins.map(placeOf);
      starts.push(scan.size);
      seqs.push(block.seqs);
      scan.add(
        widened(block.signs, block.seqs.length, bytesEach),
        block.originOf.map((origin) => ours[origin] ?? 0),
      );
    },

    /** The numbers of the `limit` vectors that are worth comparing most, among the origins that fit. */
    nearest(
      query: Float32Array,
      codes: Uint8Array,
      wanted: (origin: VectorOrigin) => boolean,
      limit: number,
    ): number[] {
      const isWanted = Uint8Array.from(origins, (origin) => (wanted(origin) ? 1 : 0));
      return scan.agreeing(scan.nearest(codes, isWanted, bySigns), query, limit).map(seqOf);
    },
  };
}

/** Beyond so many kinds of places they are no longer told apart; what does not fit is dropped when it is read. */
const maxOrigins = 65_000;

/** Rows of signs padded to the size that the scan compares. */
function widened(signs: Uint8Array, rows: number, bytesEach: number): Uint8Array {
  const size = rows === 0 ? bytesEach : signs.length / rows;
  if (size === bytesEach) return signs;
  const wide = new Uint8Array(rows * bytesEach);
  for (let row = 0; row < rows; row++) wide.set(signs.subarray(row * size, (row + 1) * size), row * bytesEach);
  return wide;
}

/** Vectors read one by one, as a block. */
function blockOf(codes: readonly VectorCode[]): Omit<SignBlock, "lastSeq"> {
  const size = codes[0]?.codes.length ?? 0;
  const signs = new Uint8Array(codes.length * size);
  for (const [i, { codes: one }] of codes.entries()) signs.set(one, i * size);
  const names = new Map<string, number>();
  const origins: VectorOrigin[] = [];
  const originOf = Uint16Array.from(codes, ({ tenant, kind, project }) => {
    const name = JSON.stringify([tenant, kind, project]);
    const place = names.get(name) ?? origins.push({ tenant, kind, project }) - 1;
    names.set(name, place);
    return place;
  });
  return { signs, origins, originOf, seqs: Float64Array.from(codes, ({ seq }) => seq) };
}
