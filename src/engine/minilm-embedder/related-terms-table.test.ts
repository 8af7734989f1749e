import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openRelatedTermsTable } from "./related-terms-table.js";
import { codeBytes, writeTable } from "./table-file.js";

const [up, down] = [0b00000001, 0b10101011];
/** A row whose first bytes point one way and the others the opposite way. */
const pointing = (bytes: number) => new Uint8Array(codeBytes).fill(up, 0, bytes).fill(down, bytes);

const rows = { up: pointing(96), upper: pointing(90), middle: pointing(60), down: pointing(0) };
const table = openRelatedTermsTable(
  writeTable({
    names: Object.keys(rows),
    quads: Uint8Array.from(Object.keys(rows).flatMap(() => [150, 100, 50, 25])),
    codes: Uint8Array.from(Object.values(rows).flatMap((row) => [...row])),
  }),
);
const termId = (name: keyof typeof rows) => table.idOf(name) ?? -1;
const chanceOf = (...others: (keyof typeof rows)[]) => table.chancesFor(termId("up"))(others.map(termId));

describe("a related-terms table", () => {
  it("finds words by their tokens", () => {
    expect([termId("up"), termId("down"), table.idOf("sideways")]).toEqual([0, 3, undefined]);
  });

  it("returns the chance that any word is as similar as the most similar one, and 1 where none is similar", () => {
    expect(chanceOf("up")).toBeLessThan(chanceOf("upper"));
    expect(chanceOf("upper")).toBeLessThan(0.001);
    expect(chanceOf("middle")).toBeGreaterThan(0.01);
    expect([chanceOf("down"), chanceOf()]).toEqual([1, 1]);
    expect(chanceOf("down", "upper", "middle")).toBe(chanceOf("upper"));
  });

  it("returns the smallest chance of several words", () => {
    const limits = fc.uint8Array({ minLength: 4, maxLength: 4 }).map((rows) => rows.sort().reverse());
    const codes = fc.array(fc.uint8Array({ minLength: codeBytes, maxLength: codeBytes }), {
      minLength: 2,
      maxLength: 6,
    });
    fc.assert(
      fc.property(limits, codes, (quad, rows) => {
        const { chancesFor } = openRelatedTermsTable(
          writeTable({
            names: rows.map((_, i) => `w${i}`),
            quads: Uint8Array.from(rows.flatMap(() => [...quad])),
            codes: Uint8Array.from(rows.flatMap((row) => [...row])),
          }),
        );
        const each = rows.map((_, i) => chancesFor(0)([i]));
        expect(chancesFor(0)(rows.keys())).toBe(Math.min(...each));
        for (const probability of each) expect(probability >= 0 && probability <= 1).toBe(true);
      }),
    );
  });
});
