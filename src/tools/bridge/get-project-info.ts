import * as z from "zod";
import { formatCount } from "../../base/text/plural.js";
import type { ProjectInfo } from "../../domain/bridge/project-info.js";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";
import { projectField } from "../fields.js";

export const getProjectInfo = defineTool({
  name: "get_project_info",
  toolset: "bridge",
  effect: "reads",
  title: "Show a project",
  description: "Show a project's repositories with languages and sizes. Use list_repos for names only.",
  input: z.object({ project: projectField }),
  output: answerOf<ProjectInfo>({
    name: "string",
    description: "string|null",
    active: "boolean",
    repos: [
      {
        name: "string",
        path: "string",
        description: "string|null",
        valid: "boolean",
        "stats?": { files: "number", directories: "number", languages: ["string"] },
        "error?": "string",
      },
    ],
    stats: {
      repoCount: "number",
      validRepos: "number",
      invalidRepos: "number",
      totalFiles: "number",
      createdAt: "string",
      lastAccessed: "string",
      queryCount: "number",
      implementationCount: "number",
    },
  }),
  examples: [{}],
  cli: { command: "project info", positional: ["project"] },
  run: ({ project }, app) => app.bridge.info(app.call, project),

  toText(info, paint) {
    const rows = info.repos.map(({ name, valid, error, path, stats }) => {
      const about =
        error ?? `${path}  ${formatCount(stats?.files ?? 0, "file")}  ${stats?.languages.slice(0, 3).join(", ")}`;
      return `  ${valid ? paint.green("ok ") : paint.red("bad")} ${name}  ${paint.dim(about)}`;
    });
    return [`${paint.bold(info.name)}  ${info.description ?? ""}`, ...rows].join("\n");
  },
});
