import * as z from "zod";
import { defineCommand } from "../define-command.js";

export const repoRemove = defineCommand({
  name: "repo remove",
  summary: "Take a repository out of a project. The repository itself stays as it is.",
  input: z.object({
    name: z.string().describe("Name of the repository."),
    project: z.string().optional().describe("Name of the project; the active one if left out."),
  }),
  positional: ["name"],
  examples: ["repo remove api"],

  async run({ name, project }, app) {
    await app.bridge.projects.removeRepository(app.call, name, project);
    return { name };
  },

  toText: ({ name }) => `Took ${name} out of the project.`,
});
