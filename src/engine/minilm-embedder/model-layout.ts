// The file layout of the quantized all-MiniLM-L6-v2 with its adapter: consecutive parts, each aligned to 16 bytes.
export const hiddenSize = 384;
export const layers = 6;
export const heads = 12;
export const intermediateSize = 1536;
/** In word pieces, as the model was trained. */
export const maxTextLength = 256;
/** Bits of the binary code that is stored of a document's token. */
export const tokenBits = 128;

/** The header has the vocabulary's size and its length in bytes. */
export const headerBytes = 16;

interface Part {
  readonly name: string;
  readonly kind: "bytes" | "numbers";
  readonly count: number;
}

const matrix = (name: string, columns: number, depth: number): Part[] => [
  { name, kind: "bytes", count: columns * depth },
  { name: `${name}.scales`, kind: "numbers", count: columns },
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

/** The parts of the model, for a vocabulary of `pieces` entries and `vocabularyBytes`. */
export const partsOf = (pieces: number, vocabularyBytes: number): Part[] => [
  { name: "vocabulary", kind: "bytes", count: vocabularyBytes },
  { name: "pieces.scales", kind: "numbers", count: pieces },
  { name: "positions", kind: "numbers", count: maxTextLength * hiddenSize },
  ...norm("embedded"),
  ...Array.from({ length: layers }, (_, i) => layer(i)).flat(),
  { name: "projection", kind: "numbers", count: tokenBits * hiddenSize },
  { name: "importance", kind: "numbers", count: hiddenSize },
  { name: "importance.bias", kind: "numbers", count: 1 },
  // Last, because it is half of the model and stays in the file.
  { name: "pieces", kind: "bytes", count: pieces * hiddenSize },
];

const sizeOf = ({ kind, count }: Part) => (kind === "bytes" ? count : 4 * count);
export const align = (offset: number): number => Math.ceil(offset / 16) * 16;

/** The offset of each part; under the empty name, the end of the last one. */
export function offsetsOf(parts: readonly Part[]): ReadonlyMap<string, number> {
  const offsets = new Map<string, number>();
  let offset = headerBytes;
  for (const part of parts) {
    offsets.set(part.name, offset);
    offset = align(offset + sizeOf(part));
  }
  return offsets.set("", offset);
}
