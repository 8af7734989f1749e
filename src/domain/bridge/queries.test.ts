import { describe, expect, it } from "vitest";
import { answerKey, findSources } from "./queries.js";

describe("answerKey", () => {
  const key = answerKey("How are routes  defined?", "shop", "api", null);

  it("is a SHA-256 in hexadecimal, the same for other case and spacing", () => {
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(answerKey("  how are ROUTES defined? ", "shop", "api", null)).toBe(key);
  });

  it("keeps C, C# and C++ apart", () => {
    const keys = ["Is C used?", "Is C# used?", "Is C++ used?"].map((query) => answerKey(query));
    expect(new Set(keys).size).toBe(3);
  });

  it("changes with every fact, and no two facts can be joined to the same text", () => {
    for (const facts of [
      ["other", "api", null],
      ["shop", "web", null],
      ["shop", "api", "abc"],
      ["sho", "papi", null],
    ])
      expect(answerKey("How are routes defined?", ...facts)).not.toBe(key);
  });
});

describe("findSources", () => {
  it("returns only files that the repository contains", () => {
    const files = new Set(["src/index.ts", "README.md"]);
    const answer = "Routes are in `src/index.ts:12` and ./README.md; see also src/made-up.ts:3 (src/index.ts:12).";
    expect(findSources(answer, files)).toEqual([{ file: "src/index.ts", line: 12 }, { file: "README.md" }]);
  });
});
