import { setImmediate } from "node:timers/promises";
import { projectsIn, type SearchFilter } from "../../store/search/search-filter.js";
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
  /** Reads what was added since. */
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

/** How many the signs choose for the exact comparison: enough to lose few of the nearest ten. */
const rescored = 200;
const slice = 5000;

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
      compared(query, await vectors.steps(await nearest(model, query, tenant, filter, rescored))).slice(0, limit),
    likenesses: async (query, nrs) => compared(query, await vectors.stepsOf(model, nrs)),
  };
}

const compared = (query: Float32Array, kept: readonly VectorSteps[]): Neighbour[] =>
  nearestPassages(kept.map((one) => ({ nr: one.nr, likeness: likeness(one, query) })));

/** The signs of all vectors in memory: 48 bytes each, following the database. */
function viewInMemory(vectors: VectorStore, { model, dimensions, mean }: Model): VectorView {
  const wordsEach = Math.ceil(dimensions / 32);
  const rows = createRows(wordsEach);
  let lastSeq = 0;
  let following: Promise<void> | undefined;

  const readNew = async () => {
    for (;;) {
      const added = await vectors.codesAfter(model, lastSeq, slice);
      for (const one of added) rows.add(one);
      lastSeq = added.at(-1)?.seq ?? lastSeq;
      if (added.length < slice) return;
      // The first reading of a large store takes a while: requests go on in between.
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
      await follow();
      const signs = new Uint32Array(encodeVector(query, mean).codes.buffer);
      const seqs = rows.nearest(signs, (group) => fits(group, tenant, filter), rescored);
      return compared(query, await vectors.steps(seqs)).slice(0, limit);
    },
    likenesses: async (query, nrs) => compared(query, await vectors.stepsOf(model, nrs)),
  };
}

/** One entry per document: that of its nearest passage. Ties are settled by number, so that the order is always the same. */
function nearestPassages(found: readonly Neighbour[]): Neighbour[] {
  const best = new Map<number, Neighbour>();
  for (const one of found) if (one.likeness > (best.get(one.nr)?.likeness ?? -2)) best.set(one.nr, one);
  return [...best.values()].sort((a, b) => b.likeness - a.likeness || b.nr - a.nr);
}

type Group = Pick<VectorCode, "tenant" | "kind" | "project">;

const fits = (group: Group, tenant: string, filter: SearchFilter): boolean =>
  group.tenant === tenant &&
  (filter.kinds === undefined || filter.kinds.includes(group.kind)) &&
  projectsIn(filter)?.includes(group.project) !== false;

/** Columns in typed arrays that grow by doubling. Removed documents stay until the process ends; reading drops them. */
function createRows(wordsEach: number) {
  let signs = new Uint32Array(1024 * wordsEach);
  let seqs = new Float64Array(1024);
  let groupOf = new Uint32Array(1024);
  let distances = new Uint16Array(1024);
  let size = 0;
  const groups: Group[] = [];
  const groupNumbers = new Map<string, number>();

  const grow = () => {
    const room = seqs.length * 2;
    signs = copied(signs, new Uint32Array(room * wordsEach));
    seqs = copied(seqs, new Float64Array(room));
    groupOf = copied(groupOf, new Uint32Array(room));
    distances = new Uint16Array(room);
  };
  const numberOf = ({ tenant, kind, project }: Group): number => {
    const name = JSON.stringify([tenant, kind, project]);
    const known = groupNumbers.get(name) ?? groups.push({ tenant, kind, project }) - 1;
    groupNumbers.set(name, known);
    return known;
  };

  return {
    size: () => size,

    add(one: VectorCode) {
      if (size === seqs.length) grow();
      const bytes = new Uint8Array(wordsEach * 4);
      bytes.set(one.codes.subarray(0, bytes.length));
      signs.set(new Uint32Array(bytes.buffer), size * wordsEach);
      seqs[size] = one.seq;
      groupOf[size] = numberOf(one);
      size++;
    },

    /** The `limit` rows with the fewest differing signs among the groups that fit. */
    nearest(query: Uint32Array, wanted: (group: Group) => boolean, limit: number): number[] {
      const isWanted = Uint8Array.from(groups, (group) => (wanted(group) ? 1 : 0));
      const histogram = new Uint32Array(wordsEach * 32 + 2);
      const unwanted = histogram.length - 1;
      for (let row = 0; row < size; row++) {
        const distance = isWanted[groupOf[row] ?? 0] === 1 ? difference(signs, row * wordsEach, query) : unwanted;
        distances[row] = distance;
        histogram[distance] = (histogram[distance] ?? 0) + 1;
      }
      return chosen(distances, seqs, size, farthest(histogram, limit), limit);
    },
  };
}

function copied<A extends Uint32Array | Float64Array>(from: A, to: A): A {
  to.set(from);
  return to;
}

function difference(signs: Uint32Array, start: number, query: Uint32Array): number {
  let sum = 0;
  for (let i = 0; i < query.length; i++) {
    // The number of set bits, 32 at a time (Hacker's Delight, 5-1).
    let bits = ((signs[start + i] as number) ^ (query[i] as number)) | 0;
    bits -= (bits >>> 1) & 0x55555555;
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
    sum += Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
  }
  return sum;
}

/** The distance within which `limit` rows lie. */
function farthest(histogram: Uint32Array, limit: number): number {
  let seen = 0;
  for (let distance = 0; distance < histogram.length - 1; distance++) {
    seen += histogram[distance] ?? 0;
    if (seen >= limit) return distance;
  }
  return histogram.length - 2;
}

function chosen(distances: Uint16Array, seqs: Float64Array, size: number, most: number, limit: number): number[] {
  const near: number[] = [];
  const edge: number[] = [];
  for (let row = 0; row < size; row++) {
    const distance = distances[row] as number;
    if (distance < most) near.push(seqs[row] as number);
    else if (distance === most && edge.length < limit) edge.push(seqs[row] as number);
  }
  return [...near, ...edge].slice(0, limit);
}
