import * as z from "zod";
import { formatCount } from "../../base/text/plural.js";
import { skillStats as statsOf } from "../../domain/context/skill-feedback.js";
import { defineCommand } from "../define-command.js";

export const skillStats = defineCommand({
  name: "skill stats",
  summary: "Show the usage and ratings of each skill.",
  input: z.object({}),
  examples: ["skill stats"],

  async run(_, app) {
    return { skills: await statsOf(await app.context.open(app.call)) };
  },

  toText: ({ skills }) =>
    skills
      .map(
        (one) =>
          `${one.skill_name}  ${formatCount(one.usage_count, "use")}, ${formatCount(one.rating_count, "rating")}, average ${one.avg_rating}`,
      )
      .join("\n") || "No skills yet.",
});
