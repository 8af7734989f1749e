import * as z from "zod";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";

export const listProjects = defineTool({
  name: "list_projects",
  toolset: "bridge",
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
        ...{ name, description, active: name === active },
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
