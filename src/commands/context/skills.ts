import * as z from "zod";
import { formatCount } from "../../base/text/plural.js";
import { resolveProposal, skillStats as statsOf } from "../../domain/context/skill-feedback.js";
import { type Command, defineCommand } from "../define-command.js";

const feedbackShown = 3;

export const skillReview = defineCommand({
  name: "skill review",
  summary: "List skills with low ratings and their latest feedback.",

  async run(_, app) {
    const project = await app.context.open(app.call);
    const flagged = (await statsOf(project)).filter((one) => one.needs_attention);
    const skills = flagged.map(async ({ skill_name, avg_rating }) => ({
      skill: skill_name,
      avg_rating,
      recent_feedback: (await project.skillRecords.feedback(skill_name)).slice(-feedbackShown),
    }));
    return { skills: await Promise.all(skills) };
  },

  toText: ({ skills }) =>
    skills
      .map(({ skill, avg_rating, recent_feedback }) =>
        [`${skill} (${avg_rating})`, ...recent_feedback.map(({ rating, comment }) => `  ${rating}  ${comment}`)].join(
          "\n",
        ),
      )
      .join("\n") || "No skills need attention.",
});

export const skillStats = defineCommand({
  name: "skill stats",
  summary: "Show the usage and ratings of each skill.",

  run: async (_, app) => ({ skills: await statsOf(await app.context.open(app.call)) }),

  toText: ({ skills }) =>
    skills
      .map(
        (one) =>
          `${one.skill_name}  ${formatCount(one.usage_count, "use")}, ${formatCount(one.rating_count, "rating")}, average ${one.avg_rating}`,
      )
      .join("\n") || "No skills yet.",
});

const proposalInput = z.object({
  skill_name: z.string().describe("Skill name."),
  proposal_id: z.string().describe("Proposal id or prefix."),
});

const commandFor = (status: "accepted" | "rejected", name: string, summary: string) =>
  defineCommand({
    name,
    summary,
    input: proposalInput,
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

export const skillCommands: readonly Command[] = [skillReview, skillStats, skillApplyProposal, skillRejectProposal];
