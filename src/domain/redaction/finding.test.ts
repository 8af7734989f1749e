import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeFindings } from "./finding.js";

const aFinding = fc
  .tuple(fc.constantFrom("jwt", "generic-api-key"), fc.nat(60), fc.integer({ min: 1, max: 20 }))
  .map(([rule, start, length]) => ({ rule, start, end: start + length }));

describe("mergeFindings", () => {
  it("merges findings that overlap or touch, under the more specific rule", () => {
    const merged = mergeFindings([
      { rule: "generic-api-key", start: 5, end: 20 },
      { rule: "jwt", start: 0, end: 5 },
      { rule: "github-pat", start: 30, end: 40 },
      { rule: "generic-api-key", start: 28, end: 35 },
    ]);
    expect(merged).toEqual([
      { rule: "jwt", start: 0, end: 20 },
      { rule: "github-pat", start: 28, end: 40 },
    ]);
  });

  it("covers the same characters as before, in order and with gaps between", () => {
    const covered = (findings: readonly { start: number; end: number }[]) =>
      new Set(findings.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, i) => start + i)));
    fc.assert(
      fc.property(fc.array(aFinding, { maxLength: 12 }), (findings) => {
        const merged = mergeFindings(findings);
        expect(covered(merged)).toEqual(covered(findings));
        merged.forEach(({ start }, i) => {
          expect(start).toBeGreaterThan(merged[i - 1]?.end ?? -1);
        });
      }),
    );
  });
});
