import * as z from "zod";
import { defineCommand } from "../define-command.js";

export const repoRemove = defineCommand({
  name: "repo remove",
  summary: "Remove a repository from a project. The repository itself is not changed.",
  input: z.object({
    name: z.string().describe("Repository name."),
    project: z.string().optional().describe("Project name. Default: active project."),
  }),
  positional: ["name"],
  examples: ["repo remove api"],

  async run({ name, project }, app) {
    await app.bridge.projects.removeRepository(app.call, name, project);
    return { name };
  },

  toText: ({ name }) => `Removed ${name} from the project.`,
});
