import * as z from "zod";
import { defineCommand } from "../define-command.js";

export const repoAdd = defineCommand({
  name: "repo add",
  summary: "Add a repository to a project.",
  input: z.object({
    name: z.string().describe("Name of the repository within the project."),
    path: z.string().min(1).describe("Its folder."),
    description: z.string().default("").describe("What it is."),
    project: z.string().optional().describe("Name of the project; the active one if left out."),
  }),
  positional: ["name", "path"],
  examples: ["repo add api ../shop-api", "repo add web ./web --description 'The web front end'"],
  run: (repository, app) => app.bridge.projects.addRepository(app.call, repository),
  toText: ({ name, path, project }) => `Added ${name} (${path}) to ${project}.`,
});
