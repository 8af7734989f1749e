import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeFile } from "../merge-file.js";

const show = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

const mergeJson = (base: string, ours: string, theirs: string) => {
  const merge = mergeFile("a.json", base, ours, theirs);
  if (merge.kind === "deleted") throw new Error("A file that both sides have cannot be deleted.");
  return merge;
};

/** The conflict-free merge of three values, which must be the same from either side. */
function mergeCleanly(base: unknown, ours: unknown, theirs: unknown): string {
  const merge = mergeJson(show(base), show(ours), show(theirs));
  expect(mergeJson(show(base), show(theirs), show(ours))).toEqual(merge);
  expect(merge.kind).toBe("merged");
  return merge.text;
}

const leaf = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom("a", "b", null, true));
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(leaf, { maxLength: 4 }),
    fc.array(fc.record({ id: fc.nat(4), v: leaf }), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("x", "y", "10", "2", "__proto__", "updated_at"), tie("value"), { maxKeys: 4 }),
  ),
})).value;

describe("mergeJson", () => {
  it("returns the side that changed, and equal changes of both", () => {
    fc.assert(
      fc.property(json, json, (b, x) => {
        const [base, side] = [show(b), show(x)];
        expect(mergeJson(base, side, base)).toEqual({ kind: "merged", text: side });
        expect(mergeJson(base, base, side)).toEqual({ kind: "merged", text: side });
        expect(mergeJson(base, side, side)).toEqual({ kind: "merged", text: side });
      }),
    );
  });

  it("is symmetric in the two sides", () => {
    fc.assert(
      fc.property(json, json, json, (b, x, y) => {
        const [one, other] = [mergeJson(show(b), show(x), show(y)), mergeJson(show(b), show(y), show(x))];
        if (one.kind === "merged" || other.kind === "merged") expect(other).toEqual(one);
        else expect(other.partial).toEqual({ ours: one.partial.theirs, theirs: one.partial.ours });
      }),
      { numRuns: 500 },
    );
  });

  it("is valid JSON whichever side resolves the conflicts", () => {
    fc.assert(
      fc.property(json, json, json, (b, x, y) => {
        const merge = mergeJson(show(b), show(x), show(y));
        for (const text of merge.kind === "merged" ? [merge.text] : Object.values(merge.partial))
          JSON.parse(text ?? "");
      }),
      { numRuns: 300 },
    );
  });

  it("merges author and scope maps to which both sides added entries", () => {
    const text = mergeCleanly(
      { "a.md": { author: "x" } },
      { "a.md": { author: "x" }, "b.md": { author: "y" } },
      { "a.md": { author: "x" }, "c.md": { author: "z" } },
    );
    expect(text).toBe(show({ "a.md": { author: "x" }, "b.md": { author: "y" }, "c.md": { author: "z" } }));
  });

  it("merges fields at any depth and keeps their order", () => {
    const text = mergeCleanly({ z: { b: 1, a: 1 }, m: 1 }, { z: { b: 2, a: 1 }, m: 1 }, { z: { b: 1, a: 2 }, m: 1 });
    expect(text).toBe(show({ z: { b: 2, a: 2 }, m: 1 }));
  });

  it("merges arrays of scalars as sets", () => {
    expect(mergeCleanly({ tags: ["a", "b"] }, { tags: ["a", "b", "c"] }, { tags: ["b", "d"] })).toBe(
      show({ tags: ["b", "c", "d"] }),
    );
  });

  it("merges arrays of records by their identifying field", () => {
    const text = mergeCleanly(
      { members: [{ name: "bo", machine: "m1" }] },
      {
        members: [
          { name: "bo", machine: "m2" },
          { name: "cy", machine: "m3" },
        ],
      },
      {
        members: [
          { name: "al", machine: "m4" },
          { name: "bo", machine: "m1" },
        ],
      },
    );
    expect(text).toBe(
      show({
        members: [
          { name: "al", machine: "m4" },
          { name: "bo", machine: "m2" },
          { name: "cy", machine: "m3" },
        ],
      }),
    );
  });

  it("uses the later of two update times", () => {
    const at = (time: string) => ({ v: 1, updated_at: time });
    const text = mergeCleanly(at("2026-01-01T00:00:00Z"), at("2026-01-02T00:00:00+02:00"), at("2026-01-01T23:00:00Z"));
    expect(text).toBe(show(at("2026-01-01T23:00:00Z")));
  });

  it("names a conflict by its path and marks it in the text", () => {
    const projectText = (name: string, extra: object) => show({ project: { name, ...extra } });
    const merge = mergeJson(projectText("a", {}), projectText("b", { x: 1 }), projectText("c", { y: 2 }));
    expect(merge).toMatchObject({
      kind: "conflicted",
      conflicts: [{ section: "project.name", reason: "both changed", base: '"a"', ours: '"b"', theirs: '"c"' }],
      partial: { ours: projectText("b", { x: 1, y: 2 }), theirs: projectText("c", { x: 1, y: 2 }) },
    });
    expect(merge.text).toContain('<<<<<<< ours\n    "name": "b",\n=======\n    "name": "c",\n>>>>>>> theirs\n');
  });

  it("reports a field that one side deleted and the other changed as a conflict", () => {
    expect(mergeJson(show({ a: 1 }), show({}), show({ a: 2 }))).toMatchObject({
      conflicts: [{ section: "a", reason: "deleted by ours", ours: "", theirs: "2" }],
    });
  });

  it("keeps numbers, escapes and numeric names as written", () => {
    const text = (extra: string) => `{\n  "b": 1.0,\n  "10": 12345678901234567890,\n  "2": "\\u00e9"${extra}\n}`;
    const merge = mergeJson(text(""), text(',\n  "x": 1'), text(',\n  "y": 2'));
    expect(merge).toEqual({ kind: "merged", text: text(',\n  "x": 1,\n  "y": 2') });
  });

  it("keeps the indentation of the file", () => {
    const tabs = (value: object) => JSON.stringify(value, null, "\t");
    expect(mergeJson(tabs({ a: 1 }), tabs({ a: 1, b: 2 }), tabs({ a: 1, c: 3 })).text).toBe(tabs({ a: 1, b: 2, c: 3 }));
  });

  it("does not accept a line merge that repeats a field", () => {
    const base = '{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}\n';
    const merge = mergeJson(base, base.replace("{\n", '{\n  "x": 1,\n'), base.replace("3\n", '3,\n  "x": 1\n'));
    expect(merge.kind).toBe("merged");
    expect(merge.text.match(/"x"/g)).toHaveLength(1);
  });

  it("merges invalid JSON by lines", () => {
    expect(mergeJson("{\n}\n", "{ // mine\n}\n", "{ // yours\n}\n")).toMatchObject({ kind: "conflicted" });
  });
});
