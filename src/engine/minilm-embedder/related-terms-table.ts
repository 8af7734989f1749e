import type { RelatedTerms } from "../related-terms.js";
import { hiddenSize } from "./model-layout.js";
import { codeBytes, readTable } from "./table-file.js";

/** Of the file that `bench/static-table/related-terms.ts` writes. */
export const relatedTermsChecksum = "de01f4a829faeaffb79db55ed04e70bc938ba49183d7e03eb2836169a90a8f7e";

/** The values of two-bit codes, as integers. */
const levels = [3, 10, -3, -10];
/** About the product of a vector with itself. */
const selfProduct = 41 * hiddenSize;
/** For each term, the four bytes of its row are the similarities that these shares of all words in texts reach. */
export const tabulatedChances = [0.001, 0.01, 0.06, 0.3];
/** The chance for the word itself. */
const minChance = 0.00001;

/** Similarity of two rows of codes: 255 for equal ones. */
export type Similarity = (a: number, other: number) => number;

export function similarityIn(codes: Uint8Array): Similarity {
  const products = productsOfBytes();
  return (a, b) => {
    const [startA, startB] = [a * codeBytes, b * codeBytes];
    let sum = 0;
    for (let i = 0; i < codeBytes; i++) {
      sum += products[256 * (codes[startA + i] as number) + (codes[startB + i] as number)] as number;
    }
    return (255 * sum) / selfProduct;
  };
}

/** Dot products of all pairs of code bytes, of four values each. */
function productsOfBytes(): Int16Array {
  const products = new Int16Array(65_536);
  const level = (byte: number, position: number) => levels[(byte >> (2 * position)) & 3] as number;
  for (let a = 0; a < 256; a++) {
    for (let b = 0; b < 256; b++) {
      let sum = 0;
      for (let position = 0; position < 4; position++) sum += level(a, position) * level(b, position);
      products[256 * a + b] = sum;
    }
  }
  return products;
}

/** `bytes` as `bench/static-table/related-terms.ts` writes them. */
export function openRelatedTermsTable(bytes: Uint8Array): RelatedTerms {
  const { names, quads, codes } = readTable(bytes);
  const termIds = new Map(names.map((name, termId) => [name, termId]));
  const similarityOf = similarityIn(codes);
  return {
    idOf: (token) => termIds.get(token),
    chancesFor(termId) {
      // Texts about one topic use the same words: each is compared once.
      const similarities = new Float32Array(names.length).fill(-1);
      const limits = quads.subarray(4 * termId, 4 * termId + 4);
      return (others) => {
        let mostSimilar = 0;
        for (const other of others) {
          let similarity = similarities[other] as number;
          if (similarity < 0) similarity = similarities[other] = Math.max(0, similarityOf(termId, other));
          if (similarity > mostSimilar) mostSimilar = similarity;
        }
        return chanceOf(mostSimilar, limits);
      };
    },
  };
}

/** Interpolates the tabulated chances logarithmically. */
function chanceOf(similarity: number, limits: Uint8Array): number {
  let [above, chanceAbove] = [255, minChance];
  for (const [i, chance] of tabulatedChances.entries()) {
    const limit = Math.min(limits[i] as number, above - 0.25);
    if (similarity >= limit) {
      const share = Math.min(1, (similarity - limit) / (above - limit));
      return chance * (chanceAbove / chance) ** share;
    }
    [above, chanceAbove] = [limit, chance];
  }
  return 1;
}
