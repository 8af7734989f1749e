import * as z from "zod";
import { resolveProposal } from "../../domain/context/skill-feedback.js";
import { defineCommand } from "../define-command.js";

const input = z.object({
  skill_name: z.string().describe("Skill name."),
  proposal_id: z.string().describe("Proposal id or prefix."),
});

const commandFor = (status: "accepted" | "rejected", name: string, summary: string) =>
  defineCommand({
    name,
    summary,
    input,
    positional: ["skill_name", "proposal_id"],
    examples: [`${name} run-tests 1f0c7a52`],

    async run({ skill_name, proposal_id }, app) {
      const project = await app.context.open(app.call);
      const proposal = await resolveProposal(project, { skill: skill_name, id: proposal_id, status });
      return { proposal_id: proposal.id, status: proposal.status };
    },

    toText: ({ proposal_id }) => `Proposal ${proposal_id} ${status}.`,
  });

export const skillApplyProposal = commandFor(
  "accepted",
  "skill apply-proposal",
  "Accept a proposal and update the skill.",
);
export const skillRejectProposal = commandFor("rejected", "skill reject-proposal", "Reject a proposal.");
