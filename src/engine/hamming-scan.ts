/** Binary codes of vectors in memory, each with a group, scanned for the nearest to a query by Hamming distance. */
export interface HammingScan {
  readonly size: number;
  /** Adds rows, which are consecutive in `binaryCodes`. */
  add(binaryCodes: Uint8Array, groups: Uint16Array): void;
  /** The indexes of the `limit` (at most 4,096) nearest rows of groups whose `groupMask` is 1; ties go to earlier rows. */
  nearest(query: Uint8Array, groupMask: Uint8Array, limit: number): number[];
  /** Of `rows`, the `limit` with the highest asymmetric score (FAISS ADC): codes against the query's full-precision values. */
  rescoreAsymmetric(rows: readonly number[], query: Float32Array, limit: number): number[];
}

/** A scan over codes of `codeBytes` each, a multiple of 16. */
export type CreateHammingScan = (codeBytes: number) => HammingScan;
