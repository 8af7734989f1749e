import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { makeModel } from "../scripts/model/make-model.js";
import { mergeAdapter } from "../scripts/model/merge-adapter.js";
import { openWeights, type Weights } from "../scripts/model/weights.js";
import { tokenBits } from "../src/engine/minilm-embedder/model-layout.js";
import { openModel } from "../src/engine/minilm-embedder/run-minilm.js";

const folder = mkdtempSync(join(tmpdir(), "throughline-weights-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Written by `lab/training/export.py`. */
interface Reference {
  readonly text: string;
  readonly vector: string;
  readonly signs: string;
  readonly weights: string;
}
const references = JSON.parse(
  readFileSync(join(import.meta.dirname, "fixtures", "model", "adapter.json"), "utf8"),
) as readonly Reference[];
const numbersIn = (base64: string) => new Float32Array(new Uint8Array(Buffer.from(base64, "base64")).buffer);
const bitsIn = (byte: number) => byte.toString(2).replaceAll("0", "").length;
const cosine = (a: Float32Array, b: Float32Array) => b.reduce((sum, value, i) => sum + value * (a[i] ?? 0), 0);

function fileOf(header: object, halves: readonly number[]): string {
  const path = join(folder, "weights");
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(text.length));
  writeFileSync(path, Buffer.concat([length, text, Buffer.from(Uint16Array.from(halves).buffer)]));
  return path;
}

describe("a file of weights", () => {
  const header = { a: { dtype: "F16", data_offsets: [0, 4] }, b: { dtype: "F16", data_offsets: [4, 12] } };

  it("reads the numbers of a tensor, whole or in part", () => {
    const weights = openWeights(fileOf(header, [0x3c00, 0xc000, 0x3555, 0x0001, 0x7bff, 0x8000]));
    expect([...weights.read("a")]).toEqual([1, -2]);
    expect(weights.count("b")).toBe(4);
    expect([...weights.read("b", 1, 2)]).toEqual([2 ** -24, 65_504]);
    expect(weights.read("b")[0]).toBeCloseTo(1 / 3, 3);
    weights.close();
  });

  it("reads signed bytes as numbers", () => {
    const weights = openWeights(fileOf({ a: { dtype: "I8", data_offsets: [1, 4] } }, [0x807f, 0x01ff]));
    expect(weights.has("a")).toBe(true);
    expect([...weights.read("a")]).toEqual([-128, -1, 1]);
    expect([...weights.read("a", 1, 1)]).toEqual([-1]);
    weights.close();
  });

  it("is rejected when it is cut off, has another number type or another format", () => {
    const weights = openWeights(fileOf({ ...header, c: { dtype: "F32", data_offsets: [0, 4] } }, [1, 2, 3]));
    expect(() => weights.read("b")).toThrow(/ends too soon/);
    expect(() => weights.read("c")).toThrow(/no half-precision c/);
    expect(() => weights.read("d")).toThrow(/no half-precision d/);
    weights.close();
    writeFileSync(join(folder, "text"), "a text that is not a weights file");
    expect(() => openWeights(join(folder, "text"))).toThrow(/not a weights file/);
  });
});

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

describe("the model that the build makes", () => {
  const embeddings = openModel(makeModel().encoder)(references.map(({ text }) => text));

  it("computes the vectors of the training code", () => {
    for (const [i, { vector }] of embeddings.entries())
      expect(cosine(vector, numbersIn(references[i]?.vector ?? "")), references[i]?.text).toBeGreaterThan(0.99);
  });

  it("computes the tokens of the training code, without punctuation", () => {
    for (const [i, { codes, tokens }] of embeddings.entries()) {
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
  });
});
