import * as z from "zod";
import { formatCount } from "../../base/text/plural.js";
import type { Bridge } from "../../domain/bridge/bridge.js";
import { answerFrom, answerOf, numbers } from "../answer-schema.js";
import { defineBridgeTool, type Tool } from "../define-tool.js";
import { projectField, repoField } from "./bridge-fields.js";

export const projectTools: readonly Tool[] = [
  defineBridgeTool("list_projects", "reads", {
    title: "List projects",
    description: "List projects of several repositories. Use for the names that other tools take.",
    input: z.object({}),
    output: answerFrom({
      projects: [
        {
          name: "string",
          description: "string|null",
          active: "boolean",
          repoCount: "number",
          createdAt: "string",
          lastAccessed: "string",
        },
      ],
      count: "number",
      activeProject: "string|null",
    }),
    cli: { command: "project list" },

    async run(_, app) {
      const { projects, active } = await app.bridge.projects.list(app.call);
      const shown = projects.map((one) => ({
        ...one,
        active: one.name === active,
        repoCount: one.repositoryCount,
        lastAccessed: one.accessedAt,
      }));
      return { projects: shown, count: projects.length, activeProject: active };
    },

    toText: ({ projects }, paint) =>
      projects.map((one) => `${one.active ? paint.green("*") : " "} ${one.name}  ${paint.dim(one.description ?? "")}`),
    whenEmpty: "No projects yet. Create one with `throughline project create NAME`.",
  }),

  defineBridgeTool("switch_project", "replaces", {
    title: "Switch project",
    description: "Make a project the default for later calls. Use before asking about its repositories.",
    input: z.object({ project: z.string().describe("Project name.") }),
    output: answerFrom({
      success: "boolean",
      previousProject: "string|null",
      currentProject: "string",
      repos: [{ name: "string", path: "string" }],
      repoCount: "number",
    }),
    examples: [{ project: "ecommerce" }],
    cli: { command: "project switch", positional: ["project"] },

    async run({ project }, app) {
      const { previous, repositories: repos } = await app.bridge.projects.switchTo(app.call, project);
      return { success: true, previousProject: previous, currentProject: project, repos, repoCount: repos.length };
    },

    toText: ({ currentProject, repoCount }) =>
      `Switched to ${currentProject} (${formatCount(repoCount, "repository", "repositories")}).`,
  }),

  defineBridgeTool("get_project_info", "reads", {
    title: "Show a project",
    description: "Show a project's repositories with languages and sizes. Use list_repos for names only.",
    input: z.object({ project: projectField }),
    output: answerOf({
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
        ...numbers("repoCount", "validRepos", "invalidRepos", "totalFiles"),
        createdAt: "string",
        lastAccessed: "string",
        queryCount: "number",
        implementationCount: "number",
      },
    }),
    cli: { command: "project info", positional: ["project"] },
    run: ({ project }, app) => app.bridge.info(app.call, project),

    toText: (info, paint) => [
      `${paint.bold(info.name)}  ${info.description ?? ""}`,
      info.repos.map(({ name, valid, error, path, stats }) => {
        const about =
          error ?? `${path}  ${formatCount(stats?.files ?? 0, "file")}  ${stats?.languages.slice(0, 3).join(", ")}`;
        return `  ${valid ? paint.green("ok ") : paint.red("bad")} ${name}  ${paint.dim(about)}`;
      }),
    ],
  }),

  defineBridgeTool("list_repos", "reads", {
    title: "List repositories",
    description: "List a project's repositories. Use for the names that query_repo takes.",
    input: z.object({ project: projectField }),
    output: answerFrom({
      project: "string",
      repos: [{ name: "string", path: "string", description: "string|null", valid: "boolean" }],
      count: "number",
      validCount: "number",
    }),
    cli: { command: "repo list", positional: ["project"] },

    async run({ project }, app) {
      const listing = await app.bridge.repositories(app.call, project);
      const { repos } = listing;
      return { ...listing, count: repos.length, validCount: repos.filter(({ valid }) => valid).length };
    },

    toText: ({ repos }, paint) =>
      repos.map(({ name, path, valid }) => `${valid ? " " : paint.red("!")} ${name}  ${paint.dim(path)}`),
    whenEmpty: "No repositories yet. Add one with `throughline repo add NAME PATH`.",
  }),

  defineBridgeTool("get_repo_structure", "reads", {
    title: "Show a repository's structure",
    description: "Show a repository's type, folders, technologies, entry point and scripts. Use before query_repo.",
    input: z.object({ repo: repoField, project: projectField }),
    output: answerOf<Awaited<ReturnType<Bridge["structure"]>>>({
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

    toText: ({ structure: { name, type, technologies, entryPoint, directories, scripts } }, paint) => [
      `${paint.bold(name)}: ${type}`,
      `  ${technologies.join(", ")}`,
      entryPoint !== null && `  entry point: ${entryPoint}`,
      directories.map(
        (one) => `  ${one.name}/  ${paint.dim(`${formatCount(one.fileCount, "file")}  ${one.description}`)}`,
      ),
      Object.entries(scripts).map(([script, line]) => `  ${script}: ${paint.dim(line)}`),
    ],
  }),
];
