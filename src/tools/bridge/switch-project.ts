import * as z from "zod";
import { formatCount } from "../../base/text/plural.js";
import { defineTool } from "../define-tool.js";
import { answerOf } from "../fields.js";

interface SwitchAnswer {
  readonly success: boolean;
  readonly previousProject: string | null;
  readonly currentProject: string;
  readonly repos: readonly { readonly name: string; readonly path: string }[];
  readonly repoCount: number;
}

export const switchProject = defineTool({
  name: "switch_project",
  toolset: "bridge",
  effect: "replaces",
  title: "Switch project",
  description: "Make a project the default for later calls. Use before asking about its repositories.",
  input: z.object({ project: z.string().describe("Project name.") }),
  output: answerOf<SwitchAnswer>(),
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
