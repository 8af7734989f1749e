import { describe, expect, it } from "vitest";
import { hiddenSize } from "./model-shape.js";
import { openStaticEmbeddings } from "./static-embeddings.js";
import { codeBytes, writeTable } from "./table-file.js";

/** Pieces after those that the model needs for itself; each with a size and one code in all dimensions. */
function aTable(tokens: Readonly<Record<string, { size: number; code: number }>>): Uint8Array {
  const unused = Array.from({ length: 103 }, (_, i) => `[unused${i}]`);
  const rows = [...unused.map(() => ({ size: 0, code: 0 })), ...Object.values(tokens)];
  const sizes = Float32Array.from(rows, ({ size }) => size);
  return writeTable({
    names: [...unused, ...Object.keys(tokens)],
    quads: new Uint8Array(sizes.buffer),
    codes: Uint8Array.from(rows.flatMap(({ code }) => new Array(codeBytes).fill(code * 0b01010101))),
  });
}

const vectorOf = openStaticEmbeddings(
  aTable({
    up: { size: 1, code: 1 },
    down: { size: 1, code: 3 },
    little: { size: 1, code: 2 },
    nothing: { size: 0, code: 0 },
  }),
);
const each = 1 / Math.sqrt(hiddenSize);
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
