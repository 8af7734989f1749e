import * as z from "zod";
import { resolveProposal } from "../../domain/context/skill-feedback.js";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";

export const contextResolveProposal = defineTool({
  name: "context_resolve_proposal",
  toolset: "context",
  effect: "replaces",
  title: "Resolve skill proposal",
  description: "Accept or reject a proposal to change a skill. Use only when a person asked you to.",
  input: z.object({
    skill_name: z.string().describe("Skill name."),
    proposal_id: z.string().describe("Proposal id or prefix."),
    status: z.enum(["accepted", "rejected"]).describe("New status."),
  }),
  output: answerOf({ status: "string", proposal_id: "string" }),
  examples: [{ skill_name: "run-tests", proposal_id: "1f", status: "accepted" }],
  cli: { none: "Use `skill apply-proposal` or `skill reject-proposal`." },

  async run({ skill_name, proposal_id, status }, app) {
    const project = await app.context.open(app.call);
    const resolved = await resolveProposal(project, { skill: skill_name, id: proposal_id, status });
    return { status: resolved.status, proposal_id: resolved.id };
  },

  toText: ({ status, proposal_id }) => `Proposal ${proposal_id} is ${status}.`,
  changes: ({ skill_name }) => ["context://skills", `context://skills/${encodeURIComponent(skill_name)}/proposals`],
});
