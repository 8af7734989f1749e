import { resolve } from "node:path";
import * as z from "zod";
import { AppError } from "../../base/errors.js";
import { defineCommand } from "../define-command.js";

export const repoDiscover = defineCommand({
  name: "repo discover",
  summary: "Find git repositories below a folder, and add them if wanted.",
  input: z.object({
    folder: z.string().default(".").describe("Where to look."),
    depth: z.number().int().min(0).max(10).default(3).describe("How many folders deep."),
    add: z.boolean().default(false).describe("Add those that the project does not have yet."),
    project: z.string().optional().describe("Name of the project; the active one if left out."),
  }),
  positional: ["folder"],
  examples: ["repo discover ~/work", "repo discover . --add"],

  async run({ folder, depth, add, project }, app) {
    const found = await app.bridge.discover(app.call, resolve(app.call.folder, folder), depth);
    const added: string[] = [];
    for (const { name, path } of add ? found : []) {
      try {
        await app.bridge.projects.addRepository(app.call, { name, path, description: "", project });
        added.push(name);
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== "REPO_EXISTS") throw error;
      }
    }
    return { repositories: found, added };
  },

  toText({ repositories, added }, paint) {
    if (repositories.length === 0) return "No git repository there.";
    return repositories
      .map(({ name, path }) => `${added.includes(name) ? paint.green("+") : " "} ${name}  ${paint.dim(path)}`)
      .join("\n");
  },
});
