import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { keepModel } from "./keep-model.js";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "throughline-keep-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("keeping a model", () => {
  it("makes the folder, and replaces what stands there", () => {
    const path = join(folder, "models", "m");
    for (const byte of [1, 2]) keepModel(path, new Uint8Array([byte]));
    expect([...readFileSync(path)]).toEqual([2]);
    expect(readdirSync(join(folder, "models"))).toEqual(["m"]);
  });

  it("takes away what an ended process began to write, and leaves what another writes now", () => {
    for (const name of ["m.1-aa", "m.2-bb", "other"]) writeFileSync(join(folder, name), "");
    for (const name of ["m.1-aa", "other"]) utimesSync(join(folder, name), 1000, 1000);
    keepModel(join(folder, "m"), new Uint8Array(1));
    expect(readdirSync(folder).sort()).toEqual(["m", "m.2-bb", "other"]);
  });

  it("gives up silently where nothing can be written, and leaves nothing", () => {
    writeFileSync(join(folder, "a file"), "");
    keepModel(join(folder, "a file", "m"), new Uint8Array(1));
    expect(readdirSync(folder)).toEqual(["a file"]);
  });
});
