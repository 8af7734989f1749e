import * as z from "zod";
import { defineCommand } from "../define-command.js";

const patterns = z.array(z.string()).optional();

export const projectPolicy = defineCommand({
  name: "project policy",
  summary: "Show or change which commands run_in_repo may run in a project.",
  input: z.object({
    project: z.string().optional().describe("Name of the project; the active one if left out."),
    allow: patterns.describe("Patterns such as `npm *` that may run."),
    ask: patterns.describe("Patterns that a person is asked about."),
    deny: patterns.describe("Patterns that never run."),
    otherwise: z.enum(["allow", "ask", "deny"]).optional().describe("For commands that no pattern fits."),
  }),
  positional: ["project"],
  examples: ["project policy", "project policy shop --allow 'npm *,git status' --otherwise ask"],

  async run({ project, ...given }, app) {
    const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    if (Object.keys(changes).length > 0) await app.bridge.setPolicy(app.call, project, changes);
    return app.bridge.policy(app.call, project);
  },

  toText: ({ project, policy }) =>
    [
      `${project}: ${policy.otherwise} what no pattern fits`,
      ...(["deny", "ask", "allow"] as const).flatMap((verdict) => policy[verdict].map((one) => `  ${verdict} ${one}`)),
    ].join("\n"),
});
