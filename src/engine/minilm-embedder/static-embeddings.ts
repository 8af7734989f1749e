import { hiddenSize, maxTextLength } from "./model-layout.js";
import { codeBytes, readTable, tableLevels } from "./table-file.js";
import { createWordPieceTokenizer } from "./wordpiece-tokenizer.js";

/**
 * An approximate vector in the model's space without running the model: the sum of the vectors of its word pieces. `bytes`
 * as `lab/training` writes them; the four bytes of a piece are its vector's size.
 */
export function openStaticEmbeddings(bytes: Uint8Array): (text: string) => Float32Array | undefined {
  const { names, quads, codes } = readTable(bytes);
  const sizes = new Float32Array(quads.buffer, quads.byteOffset, names.length);
  const tokenize = createWordPieceTokenizer(names, maxTextLength);

  return (text) => {
    const sum = new Float32Array(hiddenSize);
    for (const token of tokenize(text).slice(1, -1)) {
      const [size, from] = [sizes[token] as number, token * codeBytes];
      for (let i = 0; i < hiddenSize; i++) {
        const code = ((codes[from + (i >> 2)] as number) >> (2 * (i & 3))) & 3;
        sum[i] = (sum[i] as number) + size * (tableLevels[code] as number);
      }
    }
    const length = Math.sqrt(sum.reduce((squares, value) => squares + value * value, 0));
    return length === 0 ? undefined : sum.map((value) => value / length);
  };
}
