import * as z from "zod";
import { defineCommand } from "../define-command.js";

export const repoValidate = defineCommand({
  name: "repo validate",
  summary: "Check that every repository of a project can be used.",
  input: z.object({ project: z.string().optional().describe("Name of the project; the active one if left out.") }),
  positional: ["project"],
  examples: ["repo validate"],

  async run({ project }, app) {
    const { repos, stats } = await app.bridge.info(app.call, project);
    return { success: stats.invalidRepos === 0, repos };
  },

  toText: ({ repos }, paint) =>
    repos
      .map(({ name, valid, error }) => `${valid ? paint.green("ok ") : paint.red("bad")} ${name}  ${error ?? ""}`)
      .join("\n") || "The project has no repository.",
  isFailure: ({ success }) => !success,
});
