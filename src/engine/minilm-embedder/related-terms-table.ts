import type { RelatedTerms } from "../related-terms.js";
import { hiddenSize } from "./model-shape.js";
import { codeBytes, readTable } from "./table-file.js";

/** Of the file that `bench/static-table/related-terms.ts` makes. */
export const relatedTermsChecksum = "de01f4a829faeaffb79db55ed04e70bc938ba49183d7e03eb2836169a90a8f7e";

/** What two bits stand for, as whole numbers. */
const levels = [3, 10, -3, -10];
/** About what a vector gives with itself. */
const whole = 41 * hiddenSize;
/** Words of these shares of all that is written are at least as like a word as the four bytes of its row say. */
export const tabulatedChances = [0.001, 0.01, 0.06, 0.3];
/** Nothing is likelier to be meant than the word itself. */
const minChance = 0.00001;

/** How alike two rows of codes are: 255 for the same. */
export type Similarity = (one: number, other: number) => number;

export function similarityIn(codes: Uint8Array): Similarity {
  const products = productsOfBytes();
  return (one, other) => {
    const [from, to] = [one * codeBytes, other * codeBytes];
    let sum = 0;
    for (let i = 0; i < codeBytes; i++) {
      sum += products[256 * (codes[from + i] as number) + (codes[to + i] as number)] as number;
    }
    return (255 * sum) / whole;
  };
}

/** What each byte of codes gives with each other one: the sum of the products of four numbers. */
function productsOfBytes(): Int16Array {
  const products = new Int16Array(65_536);
  const level = (byte: number, place: number) => levels[(byte >> (2 * place)) & 3] as number;
  for (let a = 0; a < 256; a++) {
    for (let b = 0; b < 256; b++) {
      let sum = 0;
      for (let place = 0; place < 4; place++) sum += level(a, place) * level(b, place);
      products[256 * a + b] = sum;
    }
  }
  return products;
}

/** `bytes` as `bench/static-table/related-terms.ts` writes them. */
export function openRelatedTermsTable(bytes: Uint8Array): RelatedTerms {
  const { names, quads, codes } = readTable(bytes);
  const numbers = new Map(names.map((name, termId) => [name, termId]));
  const similarityOf = similarityIn(codes);
  return {
    idOf: (token) => numbers.get(token),
    chancesFor(termId) {
      // Texts about one thing use the same words: each is compared once.
      const known = new Float32Array(names.length).fill(-1);
      const limits = quads.subarray(4 * termId, 4 * termId + 4);
      return (others) => {
        let mostSimilar = 0;
        for (const other of others) {
          let similarity = known[other] as number;
          if (similarity < 0) similarity = known[other] = Math.max(0, similarityOf(termId, other));
          if (similarity > mostSimilar) mostSimilar = similarity;
        }
        return chanceOf(mostSimilar, limits);
      };
    },
  };
}

/** Between what is known, chance falls by the same factor with every step of likeness. */
function chanceOf(similarity: number, limits: Uint8Array): number {
  let [above, chanceAbove] = [255, minChance];
  for (const [i, chance] of tabulatedChances.entries()) {
    const here = Math.min(limits[i] as number, above - 0.25);
    if (similarity >= here) {
      const share = Math.min(1, (similarity - here) / (above - here));
      return chance * (chanceAbove / chance) ** share;
    }
    [above, chanceAbove] = [here, chance];
  }
  return 1;
}
