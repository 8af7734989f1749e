import { longestText, width } from "./model-shape.js";
import { createWordPieces } from "./word-pieces.js";

/** Gives a text a rough vector of the model's space at once: the sum of what its pieces stand for. */
export type PieceTable = (text: string) => Float32Array | undefined;

/** Of the file that `bench/static-table` makes. */
export const tableChecksum = "8cd094079ec2609100d5ae291b35eb5cdacdd3c99f27b37fd779c0005a82dccf";

/** What two bits stand for, as a share of the piece's size: a number of a normal distribution is nearest to these. */
export const tableLevels = [0.4528, 1.51, -0.4528, -1.51];

const headerBytes = 8;

/** Where the parts of a table are: how many pieces and bytes of names, the names, a size per piece, two bits a dimension. */
export function tableParts(pieces: number, nameBytes: number) {
  const sizes = headerBytes + 4 * Math.ceil(nameBytes / 4);
  const codes = sizes + 4 * pieces;
  return { names: headerBytes, sizes, codes, end: codes + (pieces * width) / 4 };
}

/** `bytes` as `bench/static-table` writes them. */
export function openPieceTable(bytes: Uint8Array): PieceTable {
  const [known = 0, nameBytes = 0] = new Uint32Array(bytes.buffer, bytes.byteOffset, 2);
  const parts = tableParts(known, nameBytes);
  const names = new TextDecoder().decode(bytes.subarray(parts.names, parts.names + nameBytes));
  const piecesOf = createWordPieces(names.split("\n"), longestText);
  const sizes = new Float32Array(bytes.buffer, bytes.byteOffset + parts.sizes, known);

  return (text) => {
    const sum = new Float32Array(width);
    for (const piece of piecesOf(text).slice(1, -1)) {
      const [size, from] = [sizes[piece] as number, parts.codes + (piece * width) / 4];
      for (let i = 0; i < width; i++) {
        const code = ((bytes[from + (i >> 2)] as number) >> (2 * (i & 3))) & 3;
        sum[i] = (sum[i] as number) + size * (tableLevels[code] as number);
      }
    }
    const length = Math.hypot(...sum);
    return length === 0 ? undefined : sum.map((value) => value / length);
  };
}
