import { describe, expect, it } from "vitest";
import { plainPaint } from "../../base/paint.js";
import { repositoryIndex } from "./repository-index.js";

describe("the text of repository_index", () => {
  const answer = {
    ...{ path: "/r", files_indexed: 3, include_patterns: ["*"], exclude_patterns: [], max_file_size: 1 },
    ...{ chunks: 3, added: 3, unchanged: 0, removed: 0 },
  };

  it("lists the first skipped files and counts the others, without those that ignore files name", () => {
    const skipped_files = Array.from({ length: 50 }, (_, i) => ({ path: `a${i}.png`, reason: "binary" }));
    const text = repositoryIndex.toText({ ...answer, skipped: { binary: 70, ignored: 9 }, skipped_files }, plainPaint);
    expect(text).toContain("a4.png (binary) and 65 more");
    const five = { ...answer, skipped: { binary: 5, not_included: 4 }, skipped_files: skipped_files.slice(0, 5) };
    expect(repositoryIndex.toText(five, plainPaint)).toMatch(/a4\.png \(binary\)$/);
  });
});
