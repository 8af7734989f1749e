import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";
import { contextAddSkill } from "./context-add-skill.js";

describe("context_add_skill", () => {
  const { call } = onSeededStore(contextAddSkill);

  it("names the folder after the skill", async () => {
    expect(await call({ name: "Deploy It", description: "d", instructions: "i" })).toMatchObject({
      status: "ok",
      name: "deploy-it",
    });
  });

  it("refuses a name that leads out of the store", async () => {
    expect(await call({ name: "../../evil", description: "d", instructions: "i" })).toMatchObject({ name: "evil" });
  });
});
