import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { findAdapter, findModel, modelName } from "./find-model.js";
import { mergeAdapter } from "./merge-adapter.js";
import { openMiniLm, tablesIn } from "./open-minilm.js";
import { openModel } from "./run-minilm.js";
import { tokenBits } from "./token-projection.js";
import type { Weights } from "./weights.js";

const { adapter: path } = tablesIn("models");
const folder = mkdtempSync(join(tmpdir(), "throughline-adapter-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Written by `lab/training/export.py`. */
interface Reference {
  readonly text: string;
  readonly vector: string;
  readonly signs: string;
  readonly weights: string;
}
const references = JSON.parse(
  readFileSync(join(import.meta.dirname, "adapter-fixture.json"), "utf8"),
) as readonly Reference[];
const numbersIn = (base64: string) => new Float32Array(new Uint8Array(Buffer.from(base64, "base64")).buffer);
const bitsIn = (byte: number) => byte.toString(2).replaceAll("0", "").length;
const cosine = (a: Float32Array | undefined, b: Float32Array) =>
  b.reduce((sum, value, i) => sum + value * (a?.[i] ?? 0), 0);

const weightsOf = (tensors: Record<string, readonly number[]>): Weights => ({
  has: (name) => name in tensors,
  count: (name) => tensors[name]?.length ?? 0,
  read: (name, from = 0, count = Number.POSITIVE_INFINITY) =>
    Float32Array.from((tensors[name] ?? []).slice(from, from + count)),
  close: () => {},
});

describe("merging an adapter", () => {
  const original = weightsOf({ "a.weight": [1, 2, 3, 4, 5, 6], "a.bias": [7, 8], "b.weight": [9, 9] });
  const adapter = weightsOf({
    ...{ "a.left": [2, 0, 4, 1], "a.left.scale": [0.5, 1] },
    ...{ "a.right": [1, 0, 1, 0, 5, 0], "a.right.scale": [1, 2] },
    "a.bias.change": [0.5, -1],
  });
  const merged = mergeAdapter(original, adapter);

  it("adds the product to a matrix, whole or from a row on", () => {
    expect([...merged.read("a.weight")]).toEqual([2, 2, 4, 6, 15, 8]);
    expect([...merged.read("a.weight", 3, 3)]).toEqual([6, 15, 8]);
  });

  it("adds changes to other tensors and leaves the rest", () => {
    expect([...merged.read("a.bias")]).toEqual([7.5, 7]);
    expect([...merged.read("a.bias", 1, 1)]).toEqual([7]);
    expect([...merged.read("b.weight")]).toEqual([9, 9]);
  });
});

describe("the adapter in the package", () => {
  const { embed: adapted, embedTokens } = openModel(findModel(undefined, undefined, findAdapter(path)));
  const original = openModel(findModel());

  it("computes the vectors of the training code", () => {
    const vectors = adapted(references.map(({ text }) => text));
    for (const [i, { text, vector }] of references.entries())
      expect(cosine(vectors[i], numbersIn(vector)), text).toBeGreaterThan(0.99);
  });

  it("computes the tokens of the training code, without punctuation", () => {
    for (const [i, { codes, tokens }] of embedTokens(references.map(({ text }) => text)).entries()) {
      const { text = "", signs = "", weights = "" } = references[i] ?? {};
      const expected = Buffer.from(signs, "base64");
      expect(codes.length, text).toBe(expected.length);
      const differing = codes.reduce((sum, byte, position) => sum + bitsIn(byte ^ (expected[position] ?? 0)), 0);
      expect(differing / (8 * codes.length), text).toBeLessThan(0.05);
      for (const [position, weight] of numbersIn(weights).entries())
        expect(Math.hypot(...tokens.subarray(position * tokenBits, (position + 1) * tokenBits)), text).toBeCloseTo(
          weight,
          1,
        );
    }
    expect(original.embedTokens(["a text"])).toEqual([]);
  });

  it("changes the vectors of code and errors more than those of sentences", () => {
    const [question, error] = ["why does the upload page time out", references[1]?.text ?? ""];
    const similarity = (text: string) => cosine(original.embed([text])[0], adapted([text])[0] ?? new Float32Array());
    expect(similarity(question)).toBeGreaterThan(0.95);
    expect(similarity(error)).toBeLessThan(0.95);
  });

  it("names its vectors differently from the original's", () => {
    expect(openMiniLm({ adapter: path }).model).toBe(modelName(findAdapter(path)));
    expect(openMiniLm({ adapter: path }).model).not.toBe(openMiniLm().model);
  });

  it("is left out where it is missing or cut off, and refused where it is damaged", () => {
    writeFileSync(join(folder, "cut"), readFileSync(path).subarray(0, 1000));
    for (const unusable of [join(folder, "missing"), join(folder, "cut")])
      expect(openMiniLm({ adapter: unusable }).model).toBe(openMiniLm().model);
    const damaged = readFileSync(path);
    damaged[1_000_000] = (damaged[1_000_000] ?? 0) ^ 1;
    writeFileSync(join(folder, "damaged"), damaged);
    const files = findModel(undefined, undefined, findAdapter(join(folder, "damaged")));
    expect(() => openModel(files)).toThrow(/damaged or another version/);
  });
});
