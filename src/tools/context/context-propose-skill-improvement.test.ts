import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";
import { contextProposeSkillImprovement } from "./context-propose-skill-improvement.js";

describe("context_propose_skill_improvement", () => {
  const { call } = onSeededStore(contextProposeSkillImprovement);

  it("answers a unified diff", async () => {
    const content = "---\nname: run-tests\ndescription: Run the tests\n---\n\nnpm test -- --coverage\n";
    expect(await call({ skill_name: "run-tests", proposed_content: content })).toMatchObject({
      status: "ok",
      diff_summary: expect.stringMatching(/^@@ -\d+,\d+ \+\d+,\d+ @@\n[\s\S]*-npm test\n\+npm test -- --coverage$/),
    });
  });

  it("refuses an empty proposal", async () => {
    await expect(call({ skill_name: "run-tests", proposed_content: " " })).rejects.toThrow(/empty/);
  });
});
