import * as z from "zod";
import { formatCount } from "../../base/text/plural.js";
import type { Bridge } from "../../domain/bridge/bridge.js";
import { answerOf } from "../answer-schema.js";
import { defineBridgeTool, type Tool } from "../define-tool.js";
import { projectField, repoField } from "../fields.js";

export const listProjects = defineBridgeTool({
  name: "list_projects",
  effect: "reads",
  title: "List projects",
  description: "List projects of several repositories. Use for the names that other tools take.",
  input: z.object({}),
  output: answerOf({
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
  examples: [{}],
  cli: { command: "project list" },

  async run(_, app) {
    const { projects, active } = await app.bridge.projects.list(app.call);
    return {
      projects: projects.map(({ name, description, repositoryCount, createdAt, accessedAt }) => ({
        name,
        description,
        active: name === active,
        repoCount: repositoryCount,
        createdAt,
        lastAccessed: accessedAt,
      })),
      count: projects.length,
      activeProject: active,
    };
  },

  toText({ projects }, paint) {
    if (projects.length === 0) return "No projects yet. Create one with `throughline project create NAME`.";
    return projects
      .map((one) => `${one.active ? paint.green("*") : " "} ${one.name}  ${paint.dim(one.description ?? "")}`)
      .join("\n");
  },
});

export const switchProject = defineBridgeTool({
  name: "switch_project",
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

export const getProjectInfo = defineBridgeTool({
  name: "get_project_info",
  effect: "reads",
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

export const listRepos = defineBridgeTool({
  name: "list_repos",
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

export const getRepoStructure = defineBridgeTool({
  name: "get_repo_structure",
  effect: "reads",
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

export const projectTools: readonly Tool[] = [listProjects, switchProject, getProjectInfo, listRepos, getRepoStructure];
