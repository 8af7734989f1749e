import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeFile } from "./merge-file.js";

const name = fc.constantFrom("a.md", "a.json", "a.ndjson", ".gitignore", "a.txt");
const text = fc.option(fc.string({ unit: fc.constantFrom("a", "\n", "- ", "{", "}", "\0") }));

describe("mergeFile", () => {
  it("returns the side that changed and equal changes of both, deletions included", () => {
    const expectedMerge = (side: string | null) =>
      side === null ? { kind: "deleted" } : { kind: "merged", text: side };
    fc.assert(
      fc.property(name, text, text, (path, base, side) => {
        expect(mergeFile(path, base, side, base)).toEqual(expectedMerge(side));
        expect(mergeFile(path, base, base, side)).toEqual(expectedMerge(side));
        expect(mergeFile(path, base, side, side)).toEqual(expectedMerge(side));
      }),
    );
  });

  it("has the same kind of result from either side for any contents", () => {
    fc.assert(
      fc.property(name, text, text, text, (path, base, ours, theirs) => {
        const [one, other] = [mergeFile(path, base, ours, theirs), mergeFile(path, base, theirs, ours)];
        expect(other.kind).toBe(one.kind);
      }),
    );
  });

  it("reports a deleted and changed file as a conflict, with the remaining version", () => {
    expect(mergeFile("a.md", "x\n", null, "y\n")).toEqual({
      kind: "conflicted",
      text: "y\n",
      conflicts: [{ section: "document", reason: "deleted by ours", base: "x\n", ours: "", theirs: "y\n" }],
      partial: { ours: null, theirs: "y\n" },
    });
  });

  it("merges files that both sides added", () => {
    expect(mergeFile("a.md", null, "# T\n\n- a\n", "# T\n\n- b\n")).toEqual({
      kind: "merged",
      text: "# T\n\n- a\n- b\n",
    });
    expect(mergeFile("a.json", null, '{"a":1}\n', '{"b":2}\n')).toEqual({ kind: "merged", text: '{"a":1,"b":2}\n' });
  });

  it("merges ignore files as sets of rules", () => {
    const merge = mergeFile(".context-teleport/.gitignore", "a\nb\n", "a\nb\nc\n", "b\nd\n");
    expect(merge).toEqual({ kind: "merged", text: "b\nc\nd\n" });
  });

  it("puts no markers into binary content", () => {
    expect(mergeFile("a.md", "\0", "\0a", "\0b")).toMatchObject({
      kind: "conflicted",
      text: "\0a",
      partial: { theirs: "\0b" },
    });
  });
});
