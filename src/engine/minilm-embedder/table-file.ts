import { hiddenSize } from "./model-layout.js";

/** The values of two-bit codes: an optimal quantizer of a normal distribution. */
export const tableLevels = [0.4528, 1.51, -0.4528, -1.51];

/** Named vectors in one file. */
export interface TableFile {
  readonly names: readonly string[];
  /** Four bytes of additional data per row. */
  readonly quads: Uint8Array;
  /** Two bits a dimension, row by row. */
  readonly codes: Uint8Array;
}

export const codeBytes = hiddenSize / 4;
const headerBytes = 8;

/** Offsets of the parts: a header with the number of rows and bytes of names, the names, the quads, the codes. */
function partsOf(rows: number, nameBytes: number) {
  const quads = headerBytes + 4 * Math.ceil(nameBytes / 4);
  const codes = quads + 4 * rows;
  return { names: headerBytes, quads, codes, end: codes + rows * codeBytes };
}

export function readTable(bytes: Uint8Array): TableFile {
  const [rows = 0, nameBytes = 0] = new Uint32Array(bytes.buffer, bytes.byteOffset, 2);
  const parts = partsOf(rows, nameBytes);
  return {
    names: new TextDecoder().decode(bytes.subarray(parts.names, parts.names + nameBytes)).split("\n"),
    quads: bytes.subarray(parts.quads, parts.codes),
    codes: bytes.subarray(parts.codes, parts.end),
  };
}

export function writeTable({ names, quads, codes }: TableFile): Uint8Array {
  const text = new TextEncoder().encode(names.join("\n"));
  const parts = partsOf(names.length, text.length);
  const table = new Uint8Array(parts.end);
  new Uint32Array(table.buffer, 0, 2).set([names.length, text.length]);
  table.set(text, parts.names);
  table.set(quads, parts.quads);
  table.set(codes, parts.codes);
  return table;
}
