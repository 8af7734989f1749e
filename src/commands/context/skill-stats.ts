import * as z from "zod";
import { skillStats as statsOf } from "../../domain/context/skill-feedback.js";
import { defineCommand } from "../define-command.js";

export const skillStats = defineCommand({
  name: "skill stats",
  summary: "Show how often each skill is used and how it is rated.",
  input: z.object({}),
  examples: ["skill stats"],

  async run(_, app) {
    return { skills: await statsOf(await app.context.open(app.call)) };
  },

  toText: ({ skills }) =>
    skills
      .map((one) => `${one.skill_name}  used ${one.usage_count}, rated ${one.avg_rating} by ${one.rating_count}`)
      .join("\n") || "No skills yet.",
});
