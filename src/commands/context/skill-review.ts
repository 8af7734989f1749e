import * as z from "zod";
import { skillStats } from "../../domain/context/skill-feedback.js";
import { defineCommand } from "../define-command.js";

const feedbackShown = 3;

export const skillReview = defineCommand({
  name: "skill review",
  summary: "List skills with low ratings and their latest feedback.",
  input: z.object({}),
  examples: ["skill review"],

  async run(_, app) {
    const project = await app.context.open(app.call);
    const flagged = (await skillStats(project)).filter((one) => one.needs_attention);
    const skills = flagged.map(async ({ skill_name, avg_rating }) => ({
      ...{ skill: skill_name, avg_rating },
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
