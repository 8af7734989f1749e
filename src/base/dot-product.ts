/** Of two vectors of length 1, their cosine. */
export function dotProduct(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  // A plain loop: a first import compares tens of thousands.
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}
