import * as z from "zod";
import { defineTool } from "../define-tool.js";
import { answerOf } from "../fields.js";

interface ProjectList {
  readonly projects: readonly {
    readonly name: string;
    readonly description: string | null;
    readonly active: boolean;
    readonly repoCount: number;
    readonly createdAt: string;
    readonly lastAccessed: string;
  }[];
  readonly count: number;
  readonly activeProject: string | null;
}

export const listProjects = defineTool({
  name: "list_projects",
  toolset: "bridge",
  effect: "reads",
  title: "List projects",
  description: "List projects of several repositories. Use for the names that other tools take.",
  input: z.object({}),
  output: answerOf<ProjectList>(),
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
