import { z } from "zod";
import { defineTool } from "../define-tool.js";
import { projectField, repoField } from "../fields.js";

export const getRepoStructure = defineTool({
  name: "get_repo_structure",
  toolset: "bridge",
  effect: "reads",
  title: "Show a repository's structure",
  description:
    "Type, folders, technologies, entry point and scripts of a repository, at once and without an agent. Use it before query_repo.",
  input: z.object({ repo: repoField, project: projectField }),
  output: z.looseObject({ success: z.boolean(), repo: z.string(), structure: z.looseObject({}), cached: z.boolean() }),
  examples: [{ repo: "api" }],
  cli: { command: "repo structure", positional: ["repo"] },

  run: async ({ repo, project }, app) => {
    const answer = await app.bridge.structure(app.call, repo, project);
    return { ...answer, structure: { ...answer.structure } };
  },

  toText({ structure }, paint) {
    const { name, type, technologies, entryPoint, directories, scripts } = structure as unknown as Shown;
    return [
      `${paint.bold(name)}: ${type}`,
      `  ${technologies.join(", ")}`,
      ...(entryPoint ? [`  starts at ${entryPoint}`] : []),
      ...directories.map((one) => `  ${one.name}/  ${paint.dim(`${one.fileCount} files  ${one.description}`)}`),
      ...Object.entries(scripts).map(([script, line]) => `  ${script}: ${paint.dim(line)}`),
    ].join("\n");
  },
});

interface Shown {
  readonly name: string;
  readonly type: string;
  readonly technologies: readonly string[];
  readonly entryPoint: string | null;
  readonly directories: readonly { name: string; description: string; fileCount: number }[];
  readonly scripts: Readonly<Record<string, string>>;
}
