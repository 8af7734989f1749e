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
const chance = (...others: (keyof typeof rows)[]) => table.chancesFor(termId("up"))(others.map(termId));

describe("a related-terms table", () => {
  it("knows words by their tokens", () => {
    expect([termId("up"), termId("down"), table.idOf("sideways")]).toEqual([0, 3, undefined]);
  });

  it("says how likely any word is as like as the most similar, and 1 where none is like", () => {
    expect(chance("up")).toBeLessThan(chance("upper"));
    expect(chance("upper")).toBeLessThan(0.001);
    expect(chance("middle")).toBeGreaterThan(0.01);
    expect([chance("down"), chance()]).toEqual([1, 1]);
    expect(chance("down", "upper", "middle")).toBe(chance("upper"));
  });

  it("is no likelier to meet a most similar word than one that is less like", () => {
    const limits = fc.uint8Array({ minLength: 4, maxLength: 4 }).map((some) => some.sort().reverse());
    const codes = fc.array(fc.uint8Array({ minLength: codeBytes, maxLength: codeBytes }), {
      minLength: 2,
      maxLength: 6,
    });
    fc.assert(
      fc.property(limits, codes, (quad, some) => {
        const { chancesFor } = openRelatedTermsTable(
          writeTable({
            names: some.map((_, i) => `w${i}`),
            quads: Uint8Array.from(some.flatMap(() => [...quad])),
            codes: Uint8Array.from(some.flatMap((row) => [...row])),
          }),
        );
        const each = some.map((_, i) => chancesFor(0)([i]));
        expect(chancesFor(0)(some.keys())).toBe(Math.min(...each));
        for (const one of each) expect(one >= 0 && one <= 1).toBe(true);
      }),
    );
  });
});
