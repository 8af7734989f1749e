import { describe, expect, it } from "vitest";
import { sectionAnalysis } from "./section-analysis.js";

describe("sectionAnalysis", () => {
  it("returns the merged text when no sections conflict", () => {
    expect(sectionAnalysis("# T\n", "# T\n\n## A\n", "# T\n\n## B\n")).toEqual({
      has_section_conflicts: false,
      conflict_details: [],
      auto_merged_content: "# T\n\n## A\n\n## B\n",
    });
  });

  it("names every section in conflict", () => {
    expect(sectionAnalysis("## A\n\nx\n", "## A\n\nmine\n", "## A\n\nyours\n")).toEqual({
      has_section_conflicts: true,
      conflict_details: ["Section 'A': both sides changed it, each in another way"],
      auto_merged_content: null,
    });
  });
});
