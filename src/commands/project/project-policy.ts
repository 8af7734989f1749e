import * as z from "zod";
import { defineCommand } from "../define-command.js";

const patterns = z.array(z.string()).optional();

export const projectPolicy = defineCommand({
  name: "project policy",
  summary:
    "Show or change which commands run_in_repo may run in a project, and whether sub-agents may change files without a sandbox.",
  input: z.object({
    project: z.string().optional().describe("Project name. Default: active project."),
    allow: patterns.describe("Commands that may run, as patterns such as `npm *`."),
    ask: patterns.describe("Commands that need a person's approval."),
    deny: patterns.describe("Commands that never run."),
    otherwise: z.enum(["allow", "ask", "deny"]).optional().describe("What to do with commands that match no pattern."),
    unconfined: z
      .enum(["allow", "deny"])
      .optional()
      .describe("Whether sub-agents may change files where nothing keeps them in their repository."),
  }),
  positional: ["project"],
  examples: ["project policy", "project policy shop --allow 'npm *,git status' --otherwise ask"],

  async run({ project, ...options }, app) {
    const changes = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
    if (Object.keys(changes).length > 0) await app.bridge.setPolicy(app.call, project, changes);
    return app.bridge.policy(app.call, project);
  },

  toText: ({ project, policy }) =>
    [
      `${project}: ${policy.otherwise} commands that match no pattern, ${policy.unconfined} changes by sub-agents without a sandbox`,
      ...(["deny", "ask", "allow"] as const).flatMap((verdict) => policy[verdict].map((one) => `  ${verdict} ${one}`)),
    ].join("\n"),
});
