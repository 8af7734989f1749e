import * as z from "zod";
import { rateSkill } from "../../domain/context/skill-feedback.js";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";

export const contextRateSkill = defineTool({
  name: "context_rate_skill",
  toolset: "context",
  effect: "adds",
  title: "Rate skill",
  description: "Rate a skill from 1 (poor) to 5 (excellent). Use after following it.",
  input: z.object({
    skill_name: z.string().describe("Skill name."),
    rating: z.int().describe("1 to 5."),
    comment: z.string().default("").describe("Reason."),
  }),
  output: answerOf({ status: "string", feedback_id: "string" }),
  examples: [{ skill_name: "run-tests", rating: 4 }],
  cli: { command: "skill rate", positional: ["skill_name", "rating", "comment"] },

  async run({ skill_name, rating, comment }, app) {
    return {
      status: "ok",
      feedback_id: await rateSkill(await app.context.open(app.call), skill_name, rating, comment),
    };
  },

  toText: () => "Rating saved.",
  changes: ({ skill_name }) => [
    "context://skills/stats",
    `context://skills/${encodeURIComponent(skill_name)}/feedback`,
  ],
});
