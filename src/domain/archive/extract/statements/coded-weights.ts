import { fnv1a } from "../../../../base/text/fnv1a.js";

/** Weights by the hash of a feature. Each record has three bytes of the hash, then one byte per weight. */
export type Weights = ReadonlyMap<number, Int8Array>;

const hashBytes = 3;

/** Folded to the 24 bits that a record has. */
export function hashOf(name: string): number {
  const hash = fnv1a(name);
  return ((hash >>> 24) ^ hash) & 0xffffff;
}

export function readWeights(coded: string, perFeature: number): Weights {
  const bytes = Buffer.from(coded, "base64");
  const weights = new Map<number, Int8Array>();
  const recordBytes = hashBytes + perFeature;
  for (let at = 0; at + recordBytes <= bytes.length; at += recordBytes) {
    weights.set(bytes.readUIntBE(at, hashBytes), new Int8Array(bytes.subarray(at + hashBytes, at + recordBytes)));
  }
  return weights;
}

/** Long sentences have more features, not stronger ones. */
export const normOf = (values: Iterable<number>): number => {
  let sum = 0;
  for (const value of values) sum += value * value;
  return Math.sqrt(sum) / 2;
};
