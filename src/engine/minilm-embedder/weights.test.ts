import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { openWeights } from "./weights.js";

const folder = mkdtempSync(join(tmpdir(), "throughline-weights-"));
afterAll(() => rmSync(folder, { recursive: true }));

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
