import * as z from "zod";
import { reportUsage } from "../../domain/context/skill-feedback.js";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";

export const contextReportSkillUsage = defineTool({
  name: "context_report_skill_usage",
  toolset: "context",
  effect: "adds",
  title: "Report skill usage",
  description: "Record that you used a skill. Use after following it.",
  input: z.object({ skill_name: z.string().describe("Skill name.") }),
  output: answerOf({ status: "string", event_id: "string" }),
  examples: [{ skill_name: "run-tests" }],
  cli: { command: "skill used", positional: ["skill_name"] },

  async run({ skill_name }, app) {
    return { status: "ok", event_id: await reportUsage(await app.context.open(app.call), skill_name) };
  },

  toText: () => "Usage recorded.",
  changes: () => ["context://skills/stats"],
});
