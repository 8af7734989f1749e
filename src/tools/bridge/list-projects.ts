import { z } from "zod";
import { defineTool } from "../define-tool.js";

const project = z.looseObject({
  name: z.string(),
  active: z.boolean(),
  repoCount: z.int(),
});

export const listProjects = defineTool({
  name: "list_projects",
  toolset: "bridge",
  effect: "reads",
  title: "List projects",
  description: "List projects of several repositories. Use it to find the name that other project tools want.",
  input: z.object({}),
  output: z.object({ projects: z.array(project), count: z.int(), activeProject: z.string().nullable() }),
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
    if (projects.length === 0) return "No project yet. Make one with `throughline project create NAME`.";
    return projects
      .map((one) => `${one.active ? paint.green("*") : " "} ${one.name}  ${paint.dim(String(one.description ?? ""))}`)
      .join("\n");
  },
});
