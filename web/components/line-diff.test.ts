import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffLines, readPatch } from "./line-diff.js";

const text = fc
  .array(fc.constantFrom("a", "b", "c", "", "long line"), { maxLength: 30 })
  .map((parts) => parts.join("\n"));
const lines = (value: string) => (value === "" ? [] : value.replace(/\n$/, "").split("\n"));

describe("diffLines", () => {
  it("marks removed and added lines, with line numbers", () => {
    expect(diffLines("a\nb\nc", "a\nx\nc")).toEqual([
      { kind: "same", text: "a", before: 1, after: 1 },
      { kind: "removed", text: "b", before: 2 },
      { kind: "added", text: "x", after: 2 },
      { kind: "same", text: "c", before: 3, after: 3 },
    ]);
  });

  it("contains both texts, whatever they are", () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const diff = diffLines(before, after);
        expect(diff.filter(({ kind }) => kind !== "added").map((line) => line.text)).toEqual(lines(before));
        expect(diff.filter(({ kind }) => kind !== "removed").map((line) => line.text)).toEqual(lines(after));
      }),
    );
  });
});

describe("readPatch", () => {
  it("reads a patch and leaves other texts alone", () => {
    expect(readPatch("no patch")).toBeUndefined();
    const kinds = readPatch("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+new\n same")?.map(({ kind }) => kind);
    expect(kinds).toEqual(["same", "same", "same", "removed", "added", "same"]);
  });
});
