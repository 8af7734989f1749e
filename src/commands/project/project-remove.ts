import * as z from "zod";
import { defineCommand } from "../define-command.js";

export const projectRemove = defineCommand({
  name: "project remove",
  summary: "Remove a project. Its repositories are not changed.",
  input: z.object({
    name: z.string().describe("Project name."),
    force: z.boolean().default(false).describe("Remove it even if it is the active project."),
  }),
  positional: ["name"],
  examples: ["project remove shop"],

  confirm: async ({ name }) =>
    `Removes project ${name} with its list of repositories and its policy. The repositories themselves stay.`,

  async run({ name, force }, app) {
    await app.bridge.projects.remove(app.call, name, { force });
    return { name };
  },

  toText: ({ name }) => `Removed project ${name}.`,
});
