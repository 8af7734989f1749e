import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";
import { contextReportSkillUsage } from "./context-report-skill-usage.js";

describe("context_report_skill_usage", () => {
  const { app, call } = onSeededStore(contextReportSkillUsage);

  it("records who used it", async () => {
    expect(await call({ skill_name: "run-tests" })).toMatchObject({ status: "ok", event_id: expect.any(String) });
    const project = await app().context.open(app().call);
    expect(await project.skillRecords.stats("run-tests")).toMatchObject({ usage_count: 1 });
  });

  it("refuses a skill that does not exist", async () => {
    await expect(call({ skill_name: "none" })).rejects.toThrow("Skill 'none' not found");
  });
});
