import * as z from "zod";
import { formatCount } from "../../base/text/plural.js";
import type { StructureAnswer } from "../../domain/bridge/bridge.js";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";
import { projectField, repoField } from "../fields.js";

export const getRepoStructure = defineTool({
  name: "get_repo_structure",
  toolset: "bridge",
  effect: "reads",
  title: "Show a repository's structure",
  description: "Show a repository's type, folders, technologies, entry point and scripts. Use before query_repo.",
  input: z.object({ repo: repoField, project: projectField }),
  output: answerOf<StructureAnswer>({
    success: "boolean",
    repo: "string",
    structure: {
      name: "string",
      type: "string",
      rootFiles: ["string"],
      directories: [
        {
          name: "string",
          description: "string",
          fileCount: "number",
          children: [{ name: "string", fileCount: "number" }],
        },
      ],
      technologies: ["string"],
      entryPoint: "string|null",
      scripts: { "*": "string" },
    },
    cached: "boolean",
    executionTime: "number",
  }),
  examples: [{ repo: "api" }],
  cli: { command: "repo structure", positional: ["repo"] },
  run: ({ repo, project }, app) => app.bridge.structure(app.call, repo, project),

  toText({ structure: { name, type, technologies, entryPoint, directories, scripts } }, paint) {
    return [
      `${paint.bold(name)}: ${type}`,
      `  ${technologies.join(", ")}`,
      ...(entryPoint ? [`  entry point: ${entryPoint}`] : []),
      ...directories.map(
        (one) => `  ${one.name}/  ${paint.dim(`${formatCount(one.fileCount, "file")}  ${one.description}`)}`,
      ),
      ...Object.entries(scripts).map(([script, line]) => `  ${script}: ${paint.dim(line)}`),
    ].join("\n");
  },
});
