import * as z from "zod";
import { type Command, defineCommand } from "./define-command.js";
import { flag, projectField } from "./fields.js";

const verdicts = ["deny", "ask", "allow"] as const;
const patterns = z.array(z.string()).optional();

export const projectCommands: readonly Command[] = [
  defineCommand("project create", {
    summary: "Create a project of several repositories. The first project becomes the active one.",
    input: z.object({
      name: z.string().min(1).describe("Project name."),
      description: z.string().default("").describe("Short description."),
    }),
    positional: ["name", "description"],
    examples: ['project create shop "The web shop"'],

    async run({ name, description }, app) {
      await app.bridge.projects.create(app.call, { name, description });
      return { name };
    },

    toText: ({ name }) => `Created project ${name}.`,
  }),

  defineCommand("project remove", {
    summary: "Remove a project. Its repositories are not changed.",
    input: z.object({
      name: z.string().describe("Project name."),
      force: flag("Remove it even if it is the active project."),
    }),
    positional: ["name"],
    examples: ["project remove shop"],

    async confirm({ name }, app) {
      const { projects } = await app.bridge.projects.list(app.call);
      if (!projects.some((one) => one.name === name)) return "";
      return `Removes project ${name} with its list of repositories and its policy. The repositories themselves stay.`;
    },

    async run({ name, force }, app) {
      await app.bridge.projects.remove(app.call, name, { force });
      return { name };
    },

    toText: ({ name }) => `Removed project ${name}.`,
  }),

  defineCommand("project policy", {
    summary:
      "Show or change which commands run_in_repo may run in a project, and whether sub-agents may change files without a sandbox.",
    input: z.object({
      project: projectField,
      allow: patterns.describe("Commands that may run, as patterns such as `npm *`."),
      ask: patterns.describe("Commands that need a person's approval."),
      deny: patterns.describe("Commands that never run."),
      otherwise: z
        .enum(["allow", "ask", "deny"])
        .optional()
        .describe("What to do with commands that match no pattern."),
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

    toText: ({ project, policy }) => [
      `${project}: ${policy.otherwise} commands that match no pattern, ${policy.unconfined} changes by sub-agents without a sandbox`,
      verdicts.map((verdict) => policy[verdict].map((one) => `  ${verdict} ${one}`)),
    ],
  }),
];
