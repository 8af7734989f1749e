import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";

describe("context_report_skill_usage", () => {
  const { app, call } = onSeededStore("context_report_skill_usage");

  it("records who used it", async () => {
    expect(await call({ skill_name: "run-tests" })).toMatchObject({ status: "ok", event_id: expect.any(String) });
    const project = await app().context.open(app().call);
    expect(await project.skillRecords.stats("run-tests")).toMatchObject({ usage_count: 1 });
  });

  it("refuses a skill that does not exist", async () => {
    await expect(call({ skill_name: "none" })).rejects.toThrow("Skill 'none' not found");
  });
});

describe("context_rate_skill", () => {
  const { call } = onSeededStore("context_rate_skill");

  it("accepts only 1 to 5", async () => {
    expect(await call({ skill_name: "run-tests", rating: 5 })).toMatchObject({
      status: "ok",
      feedback_id: expect.any(String),
    });
    await expect(call({ skill_name: "run-tests", rating: 0 })).rejects.toThrow("Rating must be 1-5, got 0");
    await expect(call({ skill_name: "run-tests", rating: 2.5 })).rejects.toThrow(/rating/);
  });
});

describe("context_propose_skill_improvement", () => {
  const { call } = onSeededStore("context_propose_skill_improvement");

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

describe("context_list_skill_proposals", () => {
  const { app, call } = onSeededStore("context_list_skill_proposals");

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

describe("context_resolve_proposal", () => {
  const { call } = onSeededStore("context_resolve_proposal");

  it("applies the proposal once", async () => {
    const input = { skill_name: "run-tests", proposal_id: "1f0c", status: "accepted" };
    expect(await call(input)).toMatchObject({ status: "accepted", proposal_id: expect.stringMatching(/^1f0c/) });
    await expect(call(input)).rejects.toThrow(/already accepted/);
  });
});
