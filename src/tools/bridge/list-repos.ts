import { z } from "zod";
import { defineTool } from "../define-tool.js";
import { projectField } from "../fields.js";

export const listRepos = defineTool({
  name: "list_repos",
  toolset: "bridge",
  effect: "reads",
  title: "List repositories",
  description: "List a project's repositories. Use it to find the names that query_repo and the others want.",
  input: z.object({ project: projectField }),
  output: z.object({
    project: z.string(),
    repos: z.array(z.looseObject({ name: z.string() })),
    count: z.int(),
    validCount: z.int(),
  }),
  examples: [{}],
  cli: { command: "repo list", positional: ["project"] },

  async run({ project }, app) {
    const found = await app.bridge.repositories(app.call, project);
    const repos = found.repos.map(({ name, path, description, valid }) => ({ name, path, description, valid }));
    return {
      project: found.project,
      repos,
      count: repos.length,
      validCount: repos.filter(({ valid }) => valid).length,
    };
  },

  toText({ repos }, paint) {
    if (repos.length === 0) return "No repository yet. Add one with `throughline repo add NAME PATH`.";
    return repos
      .map(({ name, path, valid }) => `${valid ? " " : paint.red("!")} ${name}  ${paint.dim(String(path))}`)
      .join("\n");
  },
});
