import * as z from "zod";
import { defineTool } from "../define-tool.js";
import { timestamp } from "../fields.js";

const project = z.object({
  name: z.string(),
  description: z.string(),
  active: z.boolean(),
  repoCount: z.int(),
  createdAt: timestamp,
  lastAccessed: timestamp,
});

export const listProjects = defineTool({
  name: "list_projects",
  toolset: "bridge",
  effect: "reads",
  title: "List projects",
  description:
    "List the projects of several repositories that are known here, and which one is active. " +
    "Use it to find the name that other project tools want.",
  input: z.object({}),
  output: z.object({ projects: z.array(project), count: z.int(), activeProject: z.string().nullable() }),
  examples: [{}],
  cli: { command: "project list" },

  async run(_, app) {
    const projects = await app.projects.list(app.call);
    return {
      projects: projects.map(({ name, description, active, repositoryCount, createdAt, accessedAt }) => ({
        ...{ name, description, active, createdAt },
        repoCount: repositoryCount,
        lastAccessed: accessedAt,
      })),
      count: projects.length,
      activeProject: projects.find(({ active }) => active)?.name ?? null,
    };
  },

  toText({ projects }, paint) {
    if (projects.length === 0) return "No project yet. Make one with `throughline project create NAME`.";
    return projects
      .map((one) => `${one.active ? paint.green("*") : " "} ${one.name}  ${paint.dim(one.description)}`)
      .join("\n");
  },
});
