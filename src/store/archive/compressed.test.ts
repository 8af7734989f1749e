import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compressed, decompressed } from "./compressed.js";

describe("compressed", () => {
  it("gives every text back", () => {
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => decompressed(compressed(text)) === text));
  });

  it("still reads what was kept as raw deflate", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.constantFrom(0, 1, 6, 9), (text, level) => {
        expect(decompressed(deflateRawSync(text, { level }))).toBe(text);
      }),
    );
  });
});
