/** A vector as it is stored: 8 bits per dimension for exact comparison, and one bit per dimension to find candidates. */
export interface QuantizedVector {
  /** One bit per dimension: above the mean or not. */
  readonly codes: Uint8Array;
  /** Each dimension divided by `scale`, -127 to 127. */
  readonly int8: Uint8Array;
  readonly scale: number;
}

export function quantizeVector(vector: Float32Array, mean: Float32Array): QuantizedVector {
  const codes = new Uint8Array(Math.ceil(vector.length / 32) * 4);
  const largest = vector.reduce((max, value) => Math.max(max, Math.abs(value)), 1e-9);
  const scale = largest / 127;
  const int8 = new Int8Array(vector.length);
  for (const [i, value] of vector.entries()) {
    if (value > (mean[i] ?? 0)) codes[i >> 3] = (codes[i >> 3] ?? 0) | (1 << (i & 7));
    int8[i] = Math.round(value / scale);
  }
  return { codes, int8: new Uint8Array(int8.buffer), scale };
}

/** The cosine similarity of a stored vector and a query, both of length 1. */
export function similarity(stored: Pick<QuantizedVector, "int8" | "scale">, query: Float32Array): number {
  const int8 = new Int8Array(stored.int8.buffer, stored.int8.byteOffset, stored.int8.length);
  let sum = 0;
  const length = Math.min(int8.length, query.length);
  for (let i = 0; i < length; i++) sum += (int8[i] as number) * (query[i] as number);
  return sum * stored.scale;
}
