import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";
import { contextListSkills } from "./context-list-skills.js";

describe("context_list_skills", () => {
  const { call } = onSeededStore(contextListSkills);

  it("flags the skills that need attention", async () => {
    expect(await call()).toEqual([
      { name: "run-tests", description: "Run the tests", scope: "public", needs_attention: false },
    ]);
  });
});
