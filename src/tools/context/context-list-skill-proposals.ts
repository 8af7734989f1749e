import * as z from "zod";
import { truncate } from "../../base/text/truncate.js";
import { listProposals } from "../../domain/context/skill-feedback.js";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";

export const contextListSkillProposals = defineTool({
  name: "context_list_skill_proposals",
  toolset: "context",
  effect: "reads",
  title: "List skill proposals",
  description: "List proposals to change skills. Use to see what is pending.",
  input: z.object({
    skill_name: z.string().default("").describe("Only for this skill."),
    status: z.string().default("").describe("Only pending, accepted, rejected or upstream."),
  }),
  output: answerOf([
    {
      id: "string",
      skill_name: "string",
      agent: "string",
      status: "string",
      diff_summary: "string",
      rationale: "string",
      created_at: "string",
    },
  ]),
  examples: [{ status: "pending" }],
  cli: { command: "skill proposals", positional: ["skill_name"] },

  async run({ skill_name, status }, app) {
    const proposals = await listProposals(await app.context.open(app.call), { skill: skill_name, status });
    return proposals.map(({ id, skill_name: skill, agent, status, diff_summary, rationale, created_at }) => ({
      ...{ id, skill_name: skill, agent, status, diff_summary },
      rationale: truncate(rationale, 100),
      created_at,
    }));
  },

  toText: (proposals) =>
    proposals
      .map(({ id, skill_name, status, rationale }) => `${id}  ${skill_name}  ${status}  ${rationale}`)
      .join("\n") || "No proposals for skills in this project. Make one with `throughline skill propose`.",
});
