import * as z from "zod";
import { proposeSkill } from "../../domain/context/skill-feedback.js";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";

export const contextProposeSkillImprovement = defineTool({
  name: "context_propose_skill_improvement",
  toolset: "context",
  effect: "adds",
  title: "Propose skill change",
  description: "Propose new content for a skill; a person decides. Use when a skill misled you.",
  input: z.object({
    skill_name: z.string().describe("Skill name."),
    proposed_content: z.string().describe("The complete new SKILL.md."),
    rationale: z.string().default("").describe("Reason."),
  }),
  output: answerOf({ status: "string", proposal_id: "string", diff_summary: "string" }),
  examples: [
    { skill_name: "run-tests", proposed_content: "---\nname: run-tests\ndescription: Run the tests\n---\n\nRun them." },
  ],
  cli: { command: "skill propose", positional: ["skill_name", "proposed_content", "rationale"] },

  async run({ skill_name, proposed_content, rationale }, app) {
    const project = await app.context.open(app.call);
    const { id, diff_summary } = await proposeSkill(project, {
      name: skill_name,
      content: proposed_content,
      rationale,
    });
    return { status: "ok", proposal_id: id, diff_summary };
  },

  toText: ({ proposal_id, diff_summary }) => `Proposal ${proposal_id}\n${diff_summary}`,
  changes: ({ skill_name }) => [`context://skills/${encodeURIComponent(skill_name)}/proposals`],
});
