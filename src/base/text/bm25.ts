// BM25 with the constants of SQLite's FTS5: the order in which a database proposes documents and their final score agree.
const k1 = 1.2;
const b = 0.75;

/** Weight of a match, by field. */
export const fieldWeights = { title: 2, body: 1, reply: 0.6, names: 1.5 } as const;

/** Inverse document frequency: the rarer a term, the more a match counts. */
export const idfOf = (docFreq: number, size: number): number =>
  Math.log(1 + (Math.max(size, docFreq) - docFreq + 0.5) / (docFreq + 0.5));

/** Length normalization; lengths are counted in tokens. */
export const lengthNorm = (length: number, averageLength: number): number =>
  k1 * (1 - b + (b * length) / averageLength);

/** Term frequency saturation, a factor of the term's IDF: never more than k1 + 1. */
export const saturate = (termFreq: number, norm: number): number => (termFreq * (k1 + 1)) / (termFreq + norm);
