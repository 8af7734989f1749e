import * as z from "zod";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";
import { projectField } from "../fields.js";

export const listRepos = defineTool({
  name: "list_repos",
  toolset: "bridge",
  effect: "reads",
  title: "List repositories",
  description: "List a project's repositories. Use for the names that query_repo takes.",
  input: z.object({ project: projectField }),
  output: answerOf({
    project: "string",
    repos: [{ name: "string", path: "string", description: "string|null", valid: "boolean" }],
    count: "number",
    validCount: "number",
  }),
  examples: [{}],
  cli: { command: "repo list", positional: ["project"] },

  async run({ project }, app) {
    const listing = await app.bridge.repositories(app.call, project);
    const repos = listing.repos.map(({ name, path, description, valid }) => ({ name, path, description, valid }));
    return {
      project: listing.project,
      repos,
      count: repos.length,
      validCount: repos.filter(({ valid }) => valid).length,
    };
  },

  toText({ repos }, paint) {
    if (repos.length === 0) return "No repositories yet. Add one with `throughline repo add NAME PATH`.";
    return repos
      .map(({ name, path, valid }) => `${valid ? " " : paint.red("!")} ${name}  ${paint.dim(path)}`)
      .join("\n");
  },
});
