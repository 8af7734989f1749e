import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { layoutDecisions } from "./decision-layout.js";

describe("layoutDecisions", () => {
  it("puts superseded decisions to the left of their successors", () => {
    const nodes = layoutDecisions([
      { newer: 3, older: 1 },
      { newer: 5, older: 3 },
    ]);
    expect(nodes.map(({ id, column }) => [id, column])).toEqual([
      [1, 0],
      [3, 1],
      [5, 2],
    ]);
  });

  it("gives every decision its own position, also in cycles", () => {
    const link = fc.record({ newer: fc.integer({ min: 1, max: 12 }), older: fc.integer({ min: 1, max: 12 }) });
    fc.assert(
      fc.property(fc.array(link, { maxLength: 30 }), (links) => {
        const positions = layoutDecisions(links).map(({ column, row }) => `${column} ${row}`);
        expect(new Set(positions).size).toBe(positions.length);
      }),
    );
  });
});
