// all-MiniLM-L6-v2 as it is kept after quantisation: one file, its parts one after the other, each at a multiple of 16.
export const hiddenSize = 384;
export const layers = 6;
export const heads = 12;
export const intermediateSize = 1536;
/** The model was trained on texts of this many pieces. */
export const maxTextLength = 256;

/** First in the file: how many pieces the model knows, and how many bytes their names take. */
const headerBytes = 16;

interface Part {
  readonly name: string;
  readonly kind: "bytes" | "numbers";
  readonly count: number;
}

const matrix = (name: string, columns: number, depth: number): Part[] => [
  { name, kind: "bytes", count: columns * depth },
  { name: `${name}.steps`, kind: "numbers", count: columns },
  { name: `${name}.bias`, kind: "numbers", count: columns },
];

const norm = (name: string): Part[] => [
  { name: `${name}.weight`, kind: "numbers", count: hiddenSize },
  { name: `${name}.bias`, kind: "numbers", count: hiddenSize },
];

const layer = (i: number): Part[] => [
  ...matrix(`${i}.attention`, 3 * hiddenSize, hiddenSize),
  ...matrix(`${i}.join`, hiddenSize, hiddenSize),
  ...norm(`${i}.joined`),
  ...matrix(`${i}.up`, intermediateSize, hiddenSize),
  ...matrix(`${i}.down`, hiddenSize, intermediateSize),
  ...norm(`${i}.done`),
];

/** What the model consists of, given how many pieces it knows and how many bytes their names take. */
export const partsOf = (pieces: number, vocabularyBytes: number): Part[] => [
  { name: "vocabulary", kind: "bytes", count: vocabularyBytes },
  { name: "pieces.steps", kind: "numbers", count: pieces },
  { name: "places", kind: "numbers", count: maxTextLength * hiddenSize },
  ...norm("embedded"),
  ...Array.from({ length: layers }, (_, i) => layer(i)).flat(),
  // Last, because it is half of the model and not held in memory.
  { name: "pieces", kind: "bytes", count: pieces * hiddenSize },
];

const sizeOf = ({ kind, count }: Part) => (kind === "bytes" ? count : 4 * count);
export const aligned = (offset: number): number => Math.ceil(offset / 16) * 16;

/** Where each part begins in the file; and where the last one ends, under the name of nothing. */
export function offsetsOf(parts: readonly Part[]): ReadonlyMap<string, number> {
  const offsets = new Map<string, number>();
  let at = headerBytes;
  for (const part of parts) {
    offsets.set(part.name, at);
    at = aligned(at + sizeOf(part));
  }
  return offsets.set("", at);
}
