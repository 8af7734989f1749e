import { describe, expect, it } from "vitest";
import { onSeededStore } from "../../../test/support/context-tool.js";
import { contextRateSkill } from "./context-rate-skill.js";

describe("context_rate_skill", () => {
  const { call } = onSeededStore(contextRateSkill);

  it("accepts only 1 to 5", async () => {
    expect(await call({ skill_name: "run-tests", rating: 5 })).toMatchObject({
      status: "ok",
      feedback_id: expect.any(String),
    });
    await expect(call({ skill_name: "run-tests", rating: 0 })).rejects.toThrow("Rating must be 1-5, got 0");
    await expect(call({ skill_name: "run-tests", rating: 2.5 })).rejects.toThrow(/rating/);
  });
});
