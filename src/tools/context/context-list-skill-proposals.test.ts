import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";
import { contextListSkillProposals } from "./context-list-skill-proposals.js";

describe("context_list_skill_proposals", () => {
  const { app, call } = onSeededStore(contextListSkillProposals);

  it("truncates long reasons and filters by status", async () => {
    const project = await app().context.open(app().call);
    const [first] = await project.proposals.list("run-tests");
    if (first) await project.proposals.put({ ...first, id: "2", rationale: "r".repeat(150), status: "rejected" });
    expect(await call({ status: "rejected" })).toMatchObject([
      { id: "2", rationale: expect.stringMatching(/^r{99}…$/) },
    ]);
    expect(await call({ skill_name: "none" })).toEqual([]);
  });
});
