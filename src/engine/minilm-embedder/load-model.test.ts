import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findModel, type ModelFiles } from "./find-model.js";
import { loadModel } from "./load-model.js";
import { hiddenSize } from "./model-shape.js";

const folder = mkdtempSync(join(tmpdir(), "throughline-model-"));
const models = join(folder, "models");
const files = findModel(models);
const kept = files.quantized.path ?? "";
const withoutWeights: ModelFiles = { ...files, weights: { ...files.weights, path: join(folder, "nothing") } };
const pieces = (files.quantized.bytes - files.quantized.residentBytes) / hiddenSize;
let good = Buffer.alloc(0);

/** What was loaded, as it stands in a file. */
function load(some: ModelFiles, room = (bytes: number) => new Uint8Array(bytes)): Buffer {
  const { image, tokenRow } = loadModel(some, room);
  const loaded = Buffer.alloc(some.quantized.bytes);
  loaded.set(image);
  for (let piece = 0; piece < pieces; piece++)
    loaded.set(new Uint8Array(tokenRow(piece)), image.length + piece * hiddenSize);
  return loaded;
}
const isGood = (bytes: Uint8Array) => Buffer.compare(bytes, good) === 0;

beforeAll(() => {
  load(files);
  good = readFileSync(kept);
  copyFileSync(kept, join(folder, "good"));
});
beforeEach(() => copyFileSync(join(folder, "good"), kept));
afterAll(() => rmSync(folder, { recursive: true }));

describe("the quantised model", () => {
  it("is kept, and read from then on without the weights", () => {
    expect(isGood(load(files))).toBe(true);
    expect(isGood(load(withoutWeights))).toBe(true);
  });

  it("is not read when the file is cut off or damaged anywhere, and made anew", () => {
    truncateSync(kept, 4096);
    expect(() => load(withoutWeights)).toThrow(/ENOENT/);
    for (const place of [1_000_000, good.length - 1]) {
      writeFileSync(kept, Buffer.from(good).fill((good[place] ?? 0) ^ 1, place, place + 1));
      expect(() => load(withoutWeights)).toThrow(/ENOENT/);
    }
    // A room in which what was damaged still stands.
    expect(isGood(load(files, (bytes) => new Uint8Array(bytes).fill(7)))).toBe(true);
    expect(isGood(readFileSync(kept))).toBe(true);
  });

  it("is made in memory where nothing can be written", () => {
    writeFileSync(join(folder, "a file"), "");
    expect(isGood(load(findModel(join(folder, "a file"))))).toBe(true);
    expect(readdirSync(models)).toHaveLength(1);
  });

  it("is still whole for who reads it when another takes its place", () => {
    const { tokenRow } = loadModel(withoutWeights, (bytes) => new Uint8Array(bytes));
    rmSync(kept);
    const last = pieces - 1;
    expect(new Uint8Array(tokenRow(last))).toEqual(new Uint8Array(good.subarray(good.length - hiddenSize)));
  });

  it("gives no vector of a file that is cut off while it is read", () => {
    const { tokenRow } = loadModel(withoutWeights, (bytes) => new Uint8Array(bytes));
    truncateSync(kept, files.quantized.residentBytes);
    expect(() => tokenRow(0)).toThrow(/cut off/);
  });

  it("is not made of weights or words that are damaged", () => {
    const path = join(folder, "other");
    writeFileSync(path, "not weights");
    const anew = findModel();
    for (const part of ["weights", "tokenizer"] as const)
      expect(() => load({ ...anew, [part]: { ...anew[part], path } })).toThrow(/damaged or another version/);
  });
});
