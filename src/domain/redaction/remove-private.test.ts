import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { removePrivate } from "./remove-private.js";

describe("removePrivate", () => {
  it.each([
    ["a <private>b</private> c", "a  c"],
    ["a<private>b<private>c</private>d</private>e", "ae"],
    ["a<private>b</private>c<PRIVATE>d</Private>e", "ace"],
    ["a<private>b and no end", "a"],
    ["a<private>b<private>c</private>d", "a"],
    ["a</private>b<private>c</private>d", "a</private>bd"],
    ["nothing to hide", "nothing to hide"],
  ])("makes %j into %j", (text, shown) => {
    expect(removePrivate(text)).toBe(shown);
  });

  it("keeps nothing of what stands between the marks", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("<private>", "</private>", "shown ", "HIDDEN ")), (parts) => {
        const marked = parts.join("").replaceAll("HIDDEN ", "<private>HIDDEN </private>");
        expect(removePrivate(marked)).not.toContain("HIDDEN");
      }),
    );
  });
});
