import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";
import { contextGetSkill } from "./context-get-skill.js";

describe("context_get_skill", () => {
  const { call } = onSeededStore(contextGetSkill);

  it("answers the whole file", async () => {
    expect(await call({ name: "run-tests" })).toMatchObject({
      description: "Run the tests",
      content: expect.stringMatching(/^---\nname: run-tests\n/),
    });
  });

  it("names the skill that does not exist", async () => {
    await expect(call({ name: "none" })).rejects.toThrow("Skill 'none' not found");
  });
});
