/** Binary codes of vectors in memory, each of a group, scanned for those nearest to a query by Hamming distance. */
export interface HammingScan {
  readonly size: number;
  /** Adds rows that follow one another in `binaryCodes`. */
  add(binaryCodes: Uint8Array, groups: Uint16Array): void;
  /** The numbers of the `limit` nearest rows, 4,096 at most, among the groups for which `wanted` has a 1; of equals the earlier rows. */
  nearest(query: Uint8Array, wanted: Uint8Array, limit: number): number[];
  /** Of `rows`, the `limit` whose codes agree most with the numbers of a query, where large ones count more than small ones. */
  rescoreAsymmetric(rows: readonly number[], numbers: Float32Array, limit: number): number[];
}

/** A scan over codes of so many bytes each, a multiple of 16. */
export type CreateHammingScan = (bytesEach: number) => HammingScan;
