import { resolve } from "node:path";
import * as z from "zod";
import { AppError } from "../base/errors.js";
import { type Command, defineCommand } from "./define-command.js";
import { flag, projectField } from "./fields.js";

export const repoCommands: readonly Command[] = [
  defineCommand("repo add", {
    summary: "Add a repository to a project.",
    input: z.object({
      name: z.string().describe("Repository name within the project."),
      path: z.string().min(1).describe("Repository path."),
      description: z.string().default("").describe("Short description."),
      project: projectField,
    }),
    positional: ["name", "path"],
    examples: ["repo add api ../shop-api", "repo add web ./web --description 'The web front end'"],
    run: (repository, app) => app.bridge.projects.addRepository(app.call, repository),
    toText: ({ name, path, project }) => `Added ${name} (${path}) to ${project}.`,
  }),

  defineCommand("repo remove", {
    summary: "Remove a repository from a project. The repository itself is not changed.",
    input: z.object({ name: z.string().describe("Repository name."), project: projectField }),
    positional: ["name"],
    examples: ["repo remove api"],

    async run({ name, project }, app) {
      await app.bridge.projects.removeRepository(app.call, name, project);
      return { name };
    },

    toText: ({ name }) => `Removed ${name} from the project.`,
  }),

  defineCommand("repo discover", {
    summary: "Find git repositories under a folder and, with --add, add them to a project.",
    input: z.object({
      folder: z.string().default(".").describe("Folder to search."),
      depth: z.number().int().min(0).max(10).default(3).describe("Maximum folder depth."),
      add: flag("Add repositories that are not in the project yet."),
      project: projectField,
    }),
    positional: ["folder"],
    examples: ["repo discover ~/work", "repo discover . --add"],

    async run({ folder, depth, add, project }, app) {
      const repositories = await app.bridge.discover(app.call, resolve(app.call.folder, folder), depth);
      const added: string[] = [];
      for (const { name, path } of add ? repositories : []) {
        try {
          await app.bridge.projects.addRepository(app.call, { name, path, description: "", project });
          added.push(name);
        } catch (error) {
          if (!(error instanceof AppError) || error.code !== "REPO_EXISTS") throw error;
        }
      }
      return { repositories, added };
    },

    toText: ({ repositories, added }, paint) =>
      repositories.map(
        ({ name, path }) => `${added.includes(name) ? paint.green("+") : " "} ${name}  ${paint.dim(path)}`,
      ),
    whenEmpty: "No git repositories found.",
  }),

  defineCommand("repo validate", {
    summary: "Check that every repository of a project is usable.",
    input: z.object({ project: projectField }),
    positional: ["project"],

    async run({ project }, app) {
      const { repos, stats } = await app.bridge.info(app.call, project);
      return { success: stats.invalidRepos === 0, repos };
    },

    toText: ({ repos }, paint) =>
      repos.map(({ name, valid, error }) => `${valid ? paint.green("ok ") : paint.red("bad")} ${name}  ${error ?? ""}`),
    whenEmpty: "The project has no repositories.",
    isFailure: ({ success }) => !success,
  }),
];
