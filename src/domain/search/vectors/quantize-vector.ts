/** A vector as it is kept: whole steps for exact comparison, and one sign per dimension to find candidates. */
export interface QuantizedVector {
  /** One bit per dimension: above the mean or not. */
  readonly codes: Uint8Array;
  /** Each dimension as a number of steps, -127 to 127. */
  readonly int8: Uint8Array;
  readonly scale: number;
}

export function quantizeVector(vector: Float32Array, mean: Float32Array): QuantizedVector {
  const codes = new Uint8Array(Math.ceil(vector.length / 32) * 4);
  const largest = vector.reduce((max, value) => Math.max(max, Math.abs(value)), 1e-9);
  const step = largest / 127;
  const steps = new Int8Array(vector.length);
  for (const [i, value] of vector.entries()) {
    if (value > (mean[i] ?? 0)) codes[i >> 3] = (codes[i >> 3] ?? 0) | (1 << (i & 7));
    steps[i] = Math.round(value / step);
  }
  return { codes, int8: new Uint8Array(steps.buffer), scale: step };
}

/** The cosine of a kept vector and a query, both of length 1. */
export function similarity(kept: Pick<QuantizedVector, "int8" | "scale">, query: Float32Array): number {
  const steps = new Int8Array(kept.int8.buffer, kept.int8.byteOffset, kept.int8.length);
  let sum = 0;
  const length = Math.min(steps.length, query.length);
  for (let i = 0; i < length; i++) sum += (steps[i] as number) * (query[i] as number);
  return sum * kept.scale;
}
