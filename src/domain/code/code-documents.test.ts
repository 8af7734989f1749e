import { describe, expect, it } from "vitest";
import { fileWords } from "./code-documents.js";

describe("fileWords", () => {
  it("describes files known by their name or folder", () => {
    expect(fileWords("deploy/compose.yml").join(" ")).toContain("containers");
    expect(fileWords("db/migrations/001_users.sql").join(" ")).toContain("schema");
    expect(fileWords(".github/workflows/test.yml").join(" ")).toContain("pipeline");
    expect(fileWords("scripts/seed.rb").join(" ")).toContain("test data");
  });

  it("adds no words to other files", () => {
    for (const path of ["src/pool.ts", "constructor", "__proto__/toString", "seedling.ts", ""])
      expect(fileWords(path), path).toEqual([]);
  });
});
