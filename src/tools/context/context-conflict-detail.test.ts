import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";
import { contextConflictDetail } from "./context-conflict-detail.js";

describe("context_conflict_detail", () => {
  const { call } = onSeededStore(contextConflictDetail);

  it("shows both sides, the base and the diff", async () => {
    expect(await call({ file_path: ".context-teleport/knowledge/notes.md" })).toMatchObject({
      ...{ ours_content: "ours\n", theirs_content: "theirs\n", base_content: "base\n" },
      diff: expect.stringContaining("-ours\n+theirs"),
      section_analysis: { has_section_conflicts: true, auto_merged_content: null },
    });
  });

  it("lists the files in conflict", async () => {
    await expect(call({ file_path: "x" })).rejects.toThrow("No unresolved conflict for x");
  });
});
