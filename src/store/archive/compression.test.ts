import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compress, decompress } from "./compression.js";

describe("compress", () => {
  it("restores every text", () => {
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => decompress(compress(text)) === text));
  });

  it("still reads texts stored as raw deflate", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.constantFrom(0, 1, 6, 9), (text, level) => {
        expect(decompress(deflateRawSync(text, { level }))).toBe(text);
      }),
    );
  });
});
