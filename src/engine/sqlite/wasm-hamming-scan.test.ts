import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createHammingScan } from "./wasm-hamming-scan.js";

const codeBytes = 48;
const rowOf = fc.uint8Array({ minLength: codeBytes, maxLength: codeBytes });
const differing = (a: Uint8Array, b: Uint8Array) =>
  a.reduce((sum, byte, i) => sum + (byte ^ (b[i] ?? 0)).toString(2).replaceAll("0", "").length, 0);

describe("createHammingScan", () => {
  it("finds the rows that differ least, as comparing all of them one by one would", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(rowOf, fc.nat(3)), { maxLength: 60 }), rowOf, fc.nat(15), (rows, query, mask) => {
        const scan = createHammingScan(codeBytes);
        const groupMask = Uint8Array.from([1, 2, 4, 8], (bit) => (mask & bit ? 1 : 0));
        for (const [binaryCodes, group] of rows) scan.add(binaryCodes, Uint16Array.of(group));
        const expected = rows
          .map(([binaryCodes, group], row) => ({ row, group, distance: differing(binaryCodes, query) }))
          .filter(({ group }) => groupMask[group] === 1)
          .sort((a, b) => a.distance - b.distance || a.row - b.row)
          .slice(0, 5)
          .map(({ row }) => row);
        const nearest = scan.nearest(query, groupMask, 5);
        expect(nearest.sort((a, b) => a - b)).toEqual(expected.sort((a, b) => a - b));
      }),
    );
  });

  it("rescores rows by the full-precision values of a query", () => {
    const scan = createHammingScan(16);
    for (const first of [0b001, 0b110, 0b100]) scan.add(Uint8Array.of(first, ...new Uint8Array(15)), Uint16Array.of(0));
    const numbers = Float32Array.of(0.5, 0.2, 0.4);
    expect(scan.rescoreAsymmetric([0, 1, 2], numbers, 3)).toEqual([1, 0, 2]);
    expect(scan.rescoreAsymmetric([2, 0], numbers, 1)).toEqual([0]);
  });

  it("keeps its rows when it grows", () => {
    const scan = createHammingScan(16);
    const rows = 40_000;
    const binaryCodes = new Uint8Array(16 * rows);
    for (let row = 0; row < rows; row++) new DataView(binaryCodes.buffer).setUint32(16 * row, row);
    scan.add(binaryCodes, new Uint16Array(rows));
    expect(scan.size).toBe(rows);
    for (const row of [0, 16_383, 16_384, 39_999]) {
      expect(scan.nearest(binaryCodes.subarray(16 * row, 16 * row + 16), Uint8Array.of(1), 1)).toEqual([row]);
    }
  });
});
