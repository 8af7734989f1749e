import { resolve } from "node:path";
import * as z from "zod";
import { AppError } from "../../base/errors.js";
import { defineCommand } from "../define-command.js";

export const repoDiscover = defineCommand({
  name: "repo discover",
  summary: "Find git repositories under a folder and, with --add, add them to a project.",
  input: z.object({
    folder: z.string().default(".").describe("Folder to search."),
    depth: z.number().int().min(0).max(10).default(3).describe("Maximum folder depth."),
    add: z.boolean().default(false).describe("Add repositories that are not in the project yet."),
    project: z.string().optional().describe("Project name. Default: active project."),
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

  toText({ repositories, added }, paint) {
    if (repositories.length === 0) return "No git repositories found.";
    return repositories
      .map(({ name, path }) => `${added.includes(name) ? paint.green("+") : " "} ${name}  ${paint.dim(path)}`)
      .join("\n");
  },
});
