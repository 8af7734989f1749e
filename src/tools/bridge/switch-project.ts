import * as z from "zod";
import { formatCount } from "../../base/text/plural.js";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";

export const switchProject = defineTool({
  name: "switch_project",
  toolset: "bridge",
  effect: "replaces",
  title: "Switch project",
  description: "Make a project the default for later calls. Use before asking about its repositories.",
  input: z.object({ project: z.string().describe("Project name.") }),
  output: answerOf({
    success: "boolean",
    previousProject: "string|null",
    currentProject: "string",
    repos: [{ name: "string", path: "string" }],
    repoCount: "number",
  }),
  examples: [{ project: "ecommerce" }],
  cli: { command: "project switch", positional: ["project"] },

  async run({ project }, app) {
    const { previous, repositories } = await app.bridge.projects.switchTo(app.call, project);
    const repos = repositories.map(({ name, path }) => ({ name, path }));
    return { success: true, previousProject: previous, currentProject: project, repos, repoCount: repos.length };
  },

  toText: ({ currentProject, repoCount }) =>
    `Switched to ${currentProject} (${formatCount(repoCount, "repository", "repositories")}).`,
});
