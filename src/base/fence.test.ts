import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fence } from "./fence.js";

describe("a fence", () => {
  it("says what it holds and where that is from", () => {
    expect(fence("data", "1 < 2", { source: 'a "b">\nc' })).toBe('<data source="a  b   c">\n1 < 2\n</data>');
  });

  it("is closed by no text inside it, however its marks are put together", () => {
    const part = fc.constantFrom("<", "/", " ", "data", "DATA", ">", "</data>", "<data>", "x", "\n");
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        expect(fence("data", parts.join("")).match(/<[\s/]*data/gi)).toHaveLength(2);
      }),
    );
  });
});
