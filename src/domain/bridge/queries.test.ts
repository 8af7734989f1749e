import { describe, expect, it } from "vitest";
import { findSources } from "./queries.js";

describe("findSources", () => {
  it("returns only files that the repository contains", () => {
    const files = new Set(["src/index.ts", "README.md"]);
    const answer = "Routes are in `src/index.ts:12` and ./README.md; see also src/made-up.ts:3 (src/index.ts:12).";
    expect(findSources(answer, files)).toEqual([{ file: "src/index.ts", line: 12 }, { file: "README.md" }]);
  });
});
