import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { cacheModel, removeStaleModels } from "./cache-model.js";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "throughline-keep-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("cacheModel", () => {
  it("creates the folder, and replaces an existing file", () => {
    const path = join(folder, "models", "m");
    for (const byte of [1, 2]) cacheModel(path, new Uint8Array([byte]));
    expect([...readFileSync(path)]).toEqual([2]);
    expect(readdirSync(join(folder, "models"))).toEqual(["m"]);
  });

  it("fails silently where nothing can be written, and leaves no file", () => {
    writeFileSync(join(folder, "a file"), "");
    cacheModel(join(folder, "a file", "m"), new Uint8Array(1));
    expect(readdirSync(folder)).toEqual(["a file"]);
  });
});

describe("removeStaleModels", () => {
  const hour = 3_600_000;
  const files = (ages: Readonly<Record<string, number>>) => {
    for (const [name, hours] of Object.entries(ages)) {
      const modified = new Date(Date.now() - hours * hour);
      writeFileSync(join(folder, name), "");
      utimesSync(join(folder, name), modified, modified);
    }
  };

  it("removes unfinished files of ended processes, and leaves those being written now", () => {
    files({ "m-1": 900, "m-1.1-aa": 2, "m-1.2-bb": 0, other: 900 });
    removeStaleModels(join(folder, "m-1"));
    expect(readdirSync(folder).sort()).toEqual(["m-1", "m-1.2-bb", "other"]);
  });

  it("removes the model of another version after a week, and leaves one that may be in use", () => {
    files({ "m-1": 900, "m-2": 24 * 6, "m-3": 24 * 8, "m-3.7-cc": 24 * 8 });
    removeStaleModels(join(folder, "m-1"));
    expect(readdirSync(folder).sort()).toEqual(["m-1", "m-2"]);
  });

  it("does nothing where there is no folder", () => {
    removeStaleModels(join(folder, "nowhere", "m-1"));
    expect(readdirSync(folder)).toEqual([]);
  });
});
