import { describe, expect, it } from "vitest";
import { hiddenSize } from "./model-layout.js";
import { openStaticEmbeddings } from "./static-embeddings.js";
import { codeBytes, writeTable } from "./table-file.js";

/** A table of word pieces after the model's special tokens; each has a size and one code in all dimensions. */
function createTable(tokens: Readonly<Record<string, { size: number; code: number }>>): Uint8Array {
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
  createTable({
    up: { size: 1, code: 1 },
    down: { size: 1, code: 3 },
    little: { size: 1, code: 2 },
    nothing: { size: 0, code: 0 },
  }),
);
const each = 1 / Math.sqrt(hiddenSize);
const first = (text: string) => vectorOf(text)?.[0];

describe("static embeddings", () => {
  it("are the normalized sum of the vectors of a text's word pieces", () => {
    expect(first("up")).toBeCloseTo(each);
    expect(first("UP little")).toBeCloseTo(each);
    expect(first("down down up")).toBeCloseTo(-each);
    expect(Math.hypot(...(vectorOf("up little") ?? []))).toBeCloseTo(1);
  });

  it("are undefined when no word is known", () => {
    expect([vectorOf(""), vectorOf("nothing")]).toEqual([undefined, undefined]);
  });
});
