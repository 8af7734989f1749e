import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { hashOf } from "../../src/domain/archive/extract/statements/coded-weights.js";

export interface CodedWeights {
  readonly scale: number;
  readonly coded: string;
}

/** The weights of features as the product reads them: the hash of each and a byte per weight. */
export function codeWeights(features: readonly (readonly [name: string, weights: readonly number[]])[]): CodedWeights {
  const largest = features.reduce((max, [, weights]) => Math.max(max, ...weights.map(Math.abs)), 0);
  const scale = largest / 127;
  const bytes = features
    .map(([name, weights]) => [hashOf(name), ...weights.map((weight) => Math.round(weight / scale))] as const)
    .toSorted(([a], [b]) => a - b)
    .flatMap(([hash, ...rest]) => [hash >> 16, (hash >> 8) & 255, hash & 255, ...rest.map((weight) => weight & 255)]);
  return { scale: Number(scale.toPrecision(6)), coded: Buffer.from(bytes).toString("base64") };
}

/** Writes a source file of the product with the weights, and lines of its own. */
export function writeWeights(
  file: string,
  writtenBy: string,
  { scale, coded }: CodedWeights,
  lines: readonly string[],
): void {
  const text = [
    `// Written by ${writtenBy}.`,
    `export const scale = ${scale};`,
    ...lines,
    `export const codedWeights =\n  "${coded}";`,
  ];
  const folder = join(import.meta.dirname, "../../src/domain/archive/extract/statements");
  writeFileSync(join(folder, file), `${text.join("\n")}\n`);
}
