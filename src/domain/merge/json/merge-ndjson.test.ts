import { describe, expect, it } from "vitest";
import { mergeFile } from "../merge-file.js";

const log = (...records: object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join("");
const at = (id: string, day: number, more = {}) => ({ id, timestamp: `2026-01-0${day}T00:00:00Z`, ...more });

const mergeNdjson = (base: string, ours: string, theirs: string) => {
  const merge = mergeFile("a.ndjson", base, ours, theirs);
  if (merge.kind === "deleted") throw new Error("A file that both sides have cannot be deleted.");
  return merge;
};

function mergeCleanly(base: string, ours: string, theirs: string): string {
  const merge = mergeNdjson(base, ours, theirs);
  expect(mergeNdjson(base, theirs, ours)).toEqual(merge);
  expect(merge.kind).toBe("merged");
  return merge.text;
}

describe("mergeNdjson", () => {
  it("keeps the records both sides appended, by time", () => {
    const text = mergeCleanly(log(at("a", 1)), log(at("a", 1), at("b", 3)), log(at("a", 1), at("c", 2), at("d", 4)));
    expect(text).toBe(log(at("a", 1), at("c", 2), at("b", 3), at("d", 4)));
  });

  it("keeps the order of the files when they are not by time", () => {
    const text = mergeCleanly(log({ id: "a" }), log({ id: "a" }, { id: "b" }), log({ id: "a" }, { id: "c" }));
    expect(text).toBe(log({ id: "a" }, { id: "b" }, { id: "c" }));
  });

  it("applies one side's removal of old records", () => {
    const text = mergeCleanly(
      log(at("a", 1), at("b", 2)),
      log(at("b", 2), at("c", 3)),
      log(at("a", 1), at("b", 2), at("d", 4)),
    );
    expect(text).toBe(log(at("b", 2), at("c", 3), at("d", 4)));
  });

  it("writes a record once that both sides appended", () => {
    const both = at("x", 3);
    const text = mergeCleanly(log(at("a", 1)), log(at("a", 1), at("b", 2), both), log(at("a", 1), both));
    expect(text).toBe(log(at("a", 1), at("b", 2), both));
  });

  it("merges two versions of one record by fields", () => {
    const text = mergeCleanly(
      log(at("a", 1, { p: 1, q: 1 })),
      log(at("a", 1, { p: 2, q: 1 })),
      log(at("a", 1, { p: 1, q: 2 })),
    );
    expect(text).toBe(log(at("a", 1, { p: 2, q: 2 })));
  });

  it("keeps lines that are not JSON, and adds a missing final newline", () => {
    expect(mergeCleanly("oops", "oops\nmine", "oops\nyours")).toBe("oops\nmine\nyours\n");
  });

  it("reports a record that one side deleted and the other changed as a conflict", () => {
    const merge = mergeNdjson(log(at("a", 1)), "", log(at("a", 1, { p: 1 })));
    expect(merge).toMatchObject({
      kind: "conflicted",
      conflicts: [{ reason: "deleted by ours" }],
      partial: { ours: "" },
    });
  });
});
