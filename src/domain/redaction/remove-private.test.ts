import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { removePrivate } from "./remove-private.js";

describe("removePrivate", () => {
  it.each(["<private >", "< private>", '<private reason="customer data">', "<PRIVATE\n>"])(
    "knows the tag %s",
    (tag) => {
      expect(removePrivate(`a ${tag}b</private > c`)).toBe("a  c");
    },
  );

  it("leaves tags with longer names", () => {
    expect(removePrivate("<private-key>a</private-key> <privateer>")).toBe("<private-key>a</private-key> <privateer>");
  });

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

  it("keeps nothing between the tags", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("<private>", "</private>", "shown ", "HIDDEN ")), (parts) => {
        const marked = parts.join("").replaceAll("HIDDEN ", "<private>HIDDEN </private>");
        expect(removePrivate(marked)).not.toContain("HIDDEN");
      }),
    );
  });
});
