import { describe, expect, it } from "vitest";
import { analyzeSections } from "./pending-merge.js";

const analyze = (base: string, ours: string, theirs: string) =>
  analyzeSections({
    file_path: "notes.md",
    base_content: base,
    ours_content: ours,
    theirs_content: theirs,
    resolved: false,
    resolution: "",
    deleted_by: "",
  });

describe("the analysis of a conflict", () => {
  it("has the merged text when no sections conflict", () => {
    expect(analyze("# T\n", "# T\n\n## A\n", "# T\n\n## B\n")).toEqual({
      has_section_conflicts: false,
      conflict_details: [],
      auto_merged_content: "# T\n\n## A\n\n## B\n",
    });
  });

  it("names every section in conflict", () => {
    expect(analyze("## A\n\nx\n", "## A\n\nmine\n", "## A\n\nyours\n")).toMatchObject({
      has_section_conflicts: true,
      conflict_details: ["Section 'A': both sides changed it, each in another way"],
      auto_merged_content: null,
    });
  });
});
