import * as z from "zod";
import { defineCommand } from "../define-command.js";

export const repoAdd = defineCommand({
  name: "repo add",
  summary: "Add a repository to a project.",
  input: z.object({
    name: z.string().describe("Repository name within the project."),
    path: z.string().min(1).describe("Repository path."),
    description: z.string().default("").describe("Short description."),
    project: z.string().optional().describe("Project name. Default: active project."),
  }),
  positional: ["name", "path"],
  examples: ["repo add api ../shop-api", "repo add web ./web --description 'The web front end'"],
  run: (repository, app) => app.bridge.projects.addRepository(app.call, repository),
  toText: ({ name, path, project }) => `Added ${name} (${path}) to ${project}.`,
});
