import { describe, expect, it } from "vitest";
import { width } from "./model-shape.js";
import { openPieceTable, tableParts } from "./piece-table.js";

/** Pieces after those that the model needs for itself; each with a size and one code in all dimensions. */
function aTable(pieces: Readonly<Record<string, { size: number; code: number }>>): Uint8Array {
  const names = [...Array.from({ length: 103 }, (_, i) => `[unused${i}]`), ...Object.keys(pieces)];
  const text = new TextEncoder().encode(names.join("\n"));
  const parts = tableParts(names.length, text.length);
  const table = new Uint8Array(parts.end);
  new Uint32Array(table.buffer, 0, 2).set([names.length, text.length]);
  table.set(text, parts.names);
  for (const [i, { size, code }] of Object.values(pieces).entries()) {
    const nr = 103 + i;
    new Float32Array(table.buffer, parts.sizes, names.length)[nr] = size;
    table.fill(code * 0b01010101, parts.codes + (nr * width) / 4, parts.codes + ((nr + 1) * width) / 4);
  }
  return table;
}

const vectorOf = openPieceTable(
  aTable({
    up: { size: 1, code: 1 },
    down: { size: 1, code: 3 },
    little: { size: 1, code: 2 },
    nothing: { size: 0, code: 0 },
  }),
);
const each = 1 / Math.sqrt(width);
const first = (text: string) => vectorOf(text)?.[0];

describe("a table of pieces", () => {
  it("gives a text the direction of the sum of its pieces, at length 1", () => {
    expect(first("up")).toBeCloseTo(each);
    expect(first("UP little")).toBeCloseTo(each);
    expect(first("down down up")).toBeCloseTo(-each);
    expect(Math.hypot(...(vectorOf("up little") ?? []))).toBeCloseTo(1);
  });

  it("gives nothing for a text that tells nothing", () => {
    expect([vectorOf(""), vectorOf("nothing")]).toEqual([undefined, undefined]);
  });
});
