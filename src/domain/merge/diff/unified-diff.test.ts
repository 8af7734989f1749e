import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { divergence } from "../../../../test/arbitraries/markdown.js";
import { splitLines } from "./lines.js";
import { unifiedDiff } from "./unified-diff.js";

const names = { fromFile: "a.md (ours)", toFile: "a.md (theirs)" };

/** Applies a diff like `patch`, and fails where its lines differ from the text. */
function apply(text: string, diff: string): string {
  const source = splitLines(text);
  const result: string[] = [];
  let at = 0;
  const rows = splitLines(diff.replaceAll("\n\\ No newline at end of file\n", "\0")).slice(2);
  for (const row of rows.flatMap((row) => (row.includes("\0") ? row.split(/(?<=\0)/) : [row]))) {
    const hunk = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@$/m.exec(row);
    const line = row.slice(1).replace("\0", "");
    if (hunk !== null) {
      const start = Number(hunk[1]) - (hunk[2] === "0" ? 0 : 1);
      result.push(...source.slice(at, start));
      at = start;
      expect(result.length).toBe(Number(hunk[3]) - (hunk[4] === "0" ? 0 : 1));
    } else if (row.startsWith("+")) result.push(line);
    else {
      expect(source[at++]).toBe(line);
      if (row.startsWith(" ")) result.push(line);
    }
  }
  return [...result, ...source.slice(at)].join("");
}

describe("unifiedDiff", () => {
  it("turns one text into the other when applied", () => {
    fc.assert(
      fc.property(divergence, fc.nat(4), ({ ours, theirs }, context) => {
        expect(ours === theirs ? ours : apply(ours, unifiedDiff(ours, theirs, { ...names, context }))).toBe(theirs);
      }),
      { numRuns: 300 },
    );
  });

  it("is empty for equal texts", () => {
    expect(unifiedDiff("a\n", "a\n", names)).toBe("");
  });

  it("names the files and counts the lines of each hunk", () => {
    const lines = Array.from({ length: 20 }, (_, i) => `${i}\n`);
    const changed = lines.with(2, "two\n").toSpliced(15, 1);
    expect(unifiedDiff(lines.join(""), changed.join(""), { ...names, context: 1 })).toBe(
      "--- a.md (ours)\n+++ a.md (theirs)\n@@ -2,3 +2,3 @@\n 1\n-2\n+two\n 3\n@@ -15,3 +15,2 @@\n 14\n-15\n 16\n",
    );
  });

  it("marks a missing final newline", () => {
    expect(unifiedDiff("a", "a\n", names)).toContain("@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n");
  });

  it("shows a new file as added after line 0", () => {
    expect(unifiedDiff("", "a\nb\n", names)).toContain("@@ -0,0 +1,2 @@\n+a\n+b\n");
  });
});
