import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { makeModel } from "../../../scripts/model/make-model.js";
import { loadModel } from "./load-model.js";
import { hiddenSize } from "./model-layout.js";

const { encoder } = makeModel();
const folder = mkdtempSync(join(tmpdir(), "throughline-model-"));
const path = join(folder, "model");
const bytes = statSync(encoder.path).size;

beforeEach(() => copyFileSync(encoder.path, path));
afterAll(() => rmSync(folder, { recursive: true }));

const load = () => loadModel({ ...encoder, path }, (size) => new Uint8Array(size).fill(7));

describe("the quantized model", () => {
  it("is the file, of which the vectors of word pieces are read one by one", () => {
    const { image, pieceVector } = load();
    const file = readFileSync(path);
    expect(Buffer.compare(image, file.subarray(0, image.length))).toBe(0);
    expect(image.length).toBeLessThan(0.55 * bytes);
    const last = (bytes - image.length) / hiddenSize - 1;
    expect(Buffer.compare(new Uint8Array(pieceVector(last)), file.subarray(bytes - hiddenSize))).toBe(0);
  });

  it("is refused when the file is empty, cut off or damaged anywhere", () => {
    for (const length of [0, 8, 4096]) {
      truncateSync(path, length);
      expect(load).toThrow(/damaged or another version/);
    }
    for (const offset of [0, 1_000_000, bytes - 1]) {
      const damaged = readFileSync(encoder.path);
      damaged[offset] = (damaged[offset] ?? 0) ^ 1;
      writeFileSync(path, damaged);
      expect(load).toThrow(/damaged or another version/);
    }
  });

  it("stays readable when the file is replaced", () => {
    const { pieceVector } = load();
    const before = new Uint8Array(pieceVector(5));
    rmSync(path);
    expect(new Uint8Array(pieceVector(5))).toEqual(before);
  });

  it("returns no vector of a file that is cut off while it is open", () => {
    const { image, pieceVector } = load();
    truncateSync(path, image.length);
    expect(() => pieceVector(0)).toThrow(/cut off/);
  });
});
