import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findModel, type ModelFiles } from "./find-model.js";
import { loadModel } from "./load-model.js";
import { hiddenSize } from "./model-layout.js";

const folder = mkdtempSync(join(tmpdir(), "throughline-model-"));
const models = join(folder, "models");
const files = findModel(models);
const cached = files.quantized.path ?? "";
const withoutWeights: ModelFiles = { ...files, weights: { ...files.weights, path: join(folder, "nothing") } };
const pieces = (files.quantized.bytes - files.quantized.residentBytes) / hiddenSize;
let expected = Buffer.alloc(0);

/** The loaded model as file content. */
function load(modelFiles: ModelFiles, allocate = (bytes: number) => new Uint8Array(bytes)): Buffer {
  const { image, tokenRow } = loadModel(modelFiles, allocate);
  const loaded = Buffer.alloc(modelFiles.quantized.bytes);
  loaded.set(image);
  for (let piece = 0; piece < pieces; piece++)
    loaded.set(new Uint8Array(tokenRow(piece)), image.length + piece * hiddenSize);
  return loaded;
}
const isExpected = (bytes: Uint8Array) => Buffer.compare(bytes, expected) === 0;

beforeAll(() => {
  load(files);
  expected = readFileSync(cached);
  copyFileSync(cached, join(folder, "good"));
});
beforeEach(() => copyFileSync(join(folder, "good"), cached));
afterAll(() => rmSync(folder, { recursive: true }));

describe("the quantized model", () => {
  it("is cached, and from then on read without the weights", () => {
    expect(isExpected(load(files))).toBe(true);
    expect(isExpected(load(withoutWeights))).toBe(true);
  });

  it("is not read when the file is cut off or damaged anywhere, and is rebuilt", () => {
    truncateSync(cached, 4096);
    expect(() => load(withoutWeights)).toThrow(/ENOENT/);
    for (const offset of [1_000_000, expected.length - 1]) {
      writeFileSync(cached, Buffer.from(expected).fill((expected[offset] ?? 0) ^ 1, offset, offset + 1));
      expect(() => load(withoutWeights)).toThrow(/ENOENT/);
    }
    // Memory that still has other content.
    expect(isExpected(load(files, (bytes) => new Uint8Array(bytes).fill(7)))).toBe(true);
    expect(isExpected(readFileSync(cached))).toBe(true);
  });

  it("stays in memory where nothing can be written", () => {
    writeFileSync(join(folder, "a file"), "");
    expect(isExpected(load(findModel(join(folder, "a file"))))).toBe(true);
    expect(readdirSync(models)).toHaveLength(1);
  });

  it("stays readable when the file is replaced", () => {
    const { tokenRow } = loadModel(withoutWeights, (bytes) => new Uint8Array(bytes));
    rmSync(cached);
    const last = pieces - 1;
    expect(new Uint8Array(tokenRow(last))).toEqual(new Uint8Array(expected.subarray(expected.length - hiddenSize)));
  });

  it("returns no vector of a file that is cut off while it is open", () => {
    const { tokenRow } = loadModel(withoutWeights, (bytes) => new Uint8Array(bytes));
    truncateSync(cached, files.quantized.residentBytes);
    expect(() => tokenRow(0)).toThrow(/cut off/);
  });

  it("is not built from damaged weights or a damaged vocabulary", () => {
    const path = join(folder, "other");
    writeFileSync(path, "not weights");
    const uncached = findModel();
    for (const part of ["weights", "tokenizer"] as const)
      expect(() => load({ ...uncached, [part]: { ...uncached[part], path } })).toThrow(/damaged or another version/);
  });
});
