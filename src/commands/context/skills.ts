import * as z from "zod";
import { formatCount } from "../../base/text/plural.js";
import { resolveProposal, skillStats } from "../../domain/context/skill-feedback.js";
import { type Command, defineCommand } from "../define-command.js";

const feedbackShown = 3;

const resolveCommand = (status: "accepted" | "rejected", name: string, summary: string) =>
  defineCommand(name, {
    summary,
    input: z.object({
      skill_name: z.string().describe("Skill name."),
      proposal_id: z.string().describe("Proposal id or prefix."),
    }),
    positional: ["skill_name", "proposal_id"],
    examples: [`${name} run-tests 1f0c7a52`],

    async run({ skill_name: skill, proposal_id: id }, app) {
      const proposal = await resolveProposal(await app.context.open(app.call), { skill, id, status });
      return { proposal_id: proposal.id, status: proposal.status };
    },

    toText: ({ proposal_id }) => `Proposal ${proposal_id} ${status}.`,
  });

export const skillCommands: readonly Command[] = [
  defineCommand("skill review", {
    summary: "List skills with low ratings and their latest feedback.",

    async run(_, app) {
      const project = await app.context.open(app.call);
      const flagged = (await skillStats(project)).filter((one) => one.needs_attention);
      const skills = flagged.map(async ({ skill_name, avg_rating }) => ({
        skill: skill_name,
        avg_rating,
        recent_feedback: (await project.skillRecords.feedback(skill_name)).slice(-feedbackShown),
      }));
      return { skills: await Promise.all(skills) };
    },

    toText: ({ skills }) =>
      skills.map(({ skill, avg_rating, recent_feedback }) => [
        `${skill} (${avg_rating})`,
        recent_feedback.map(({ rating, comment }) => `  ${rating}  ${comment}`),
      ]),
    whenEmpty: "No skills need attention.",
  }),

  defineCommand("skill stats", {
    summary: "Show the usage and ratings of each skill.",
    run: async (_, app) => ({ skills: await skillStats(await app.context.open(app.call)) }),
    toText: ({ skills }) =>
      skills.map(
        (one) =>
          `${one.skill_name}  ${formatCount(one.usage_count, "use")}, ${formatCount(one.rating_count, "rating")}, average ${one.avg_rating}`,
      ),
    whenEmpty: "No skills yet.",
  }),

  resolveCommand("accepted", "skill apply-proposal", "Accept a proposal and update the skill."),
  resolveCommand("rejected", "skill reject-proposal", "Reject a proposal."),
];
