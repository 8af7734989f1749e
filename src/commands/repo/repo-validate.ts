import * as z from "zod";
import { defineCommand } from "../define-command.js";

export const repoValidate = defineCommand({
  name: "repo validate",
  summary: "Check that every repository of a project is usable.",
  input: z.object({ project: z.string().optional().describe("Project name. Default: active project.") }),
  positional: ["project"],
  examples: ["repo validate"],

  async run({ project }, app) {
    const { repos, stats } = await app.bridge.info(app.call, project);
    return { success: stats.invalidRepos === 0, repos };
  },

  toText: ({ repos }, paint) =>
    repos
      .map(({ name, valid, error }) => `${valid ? paint.green("ok ") : paint.red("bad")} ${name}  ${error ?? ""}`)
      .join("\n") || "The project has no repositories.",
  isFailure: ({ success }) => !success,
});
