import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findModel, type ModelFiles } from "./find-model.js";
import { loadModel } from "./load-model.js";

const folder = mkdtempSync(join(tmpdir(), "throughline-model-"));
const models = join(folder, "models");
const files = findModel(models);
const kept = files.quantized.path ?? "";
const room = (bytes: number) => new Uint8Array(bytes);
const withoutWeights: ModelFiles = { ...files, weights: { ...files.weights, path: join(folder, "nothing") } };
let made = new Uint8Array();

beforeAll(() => {
  made = loadModel(files, room).slice();
  copyFileSync(kept, join(folder, "good"));
});
beforeEach(() => copyFileSync(join(folder, "good"), kept));
afterAll(() => rmSync(folder, { recursive: true }));

describe("the quantised model", () => {
  it("is kept, and read from then on without the weights", () => {
    expect(Buffer.compare(made, readFileSync(kept))).toBe(0);
    expect(Buffer.compare(loadModel(withoutWeights, room), made)).toBe(0);
  });

  it("is not read when the file is cut off or damaged, and made anew", () => {
    truncateSync(kept, 4096);
    expect(() => loadModel(withoutWeights, room)).toThrow(/ENOENT/);
    const damaged = made.slice().fill(7, 1_000_000, 1_000_001);
    writeFileSync(kept, damaged);
    expect(() => loadModel(withoutWeights, room)).toThrow(/ENOENT/);
    // The same room as for what was damaged, which is still in it.
    expect(
      Buffer.compare(
        loadModel(files, () => damaged),
        made,
      ),
    ).toBe(0);
    expect(Buffer.compare(readFileSync(kept), made)).toBe(0);
  });

  it("is made in memory where nothing can be written", () => {
    writeFileSync(join(folder, "a file"), "");
    const unwritable = findModel(join(folder, "a file"));
    expect(Buffer.compare(loadModel(unwritable, room), made)).toBe(0);
    expect(readdirSync(models)).toHaveLength(1);
  });

  it("is not made of weights or words that are damaged", () => {
    const path = join(folder, "other");
    writeFileSync(path, "not weights");
    const anew = findModel();
    for (const part of ["weights", "tokenizer"] as const)
      expect(() => loadModel({ ...anew, [part]: { ...anew[part], path } }, room)).toThrow(/damaged or another version/);
  });
});
