import { defineTemplate, type Resource } from "../define-resource.js";

/** What the archive knows of a project. */
const projectTemplate = (part: "current" | "patterns" | "knowledge", title: string, description: string) =>
  defineTemplate({
    template: `context://project/{name}/${part}`,
    name: `project-${part}`,
    toolset: "archive",
    title,
    description,

    async read({ name }, app) {
      await app.ingest.catchUp();
      return app.autoLoad[part](app.call, name);
    },

    complete: async (app) => ({ name: (await app.projectRegistry.list(app.call.tenant)).map((one) => one.name) }),

    /** The current project, for clients that read only listed resources. */
    async listed(app) {
      if (!app.settings.values["autoLoad.enabled"]) return [];
      return [{ name: await app.projectRegistry.nameAt(app.call.folder) }];
    },
  });

export const projectResources: readonly Resource[] = [
  projectTemplate("current", "Project status", "Recent sessions, recurring patterns and key decisions of a project."),
  projectTemplate(
    "patterns",
    "Project patterns",
    "Tools, commands with their success rate, and errors with their fixes.",
  ),
  projectTemplate(
    "knowledge",
    "Project questions and answers",
    "Questions with answers from past sessions, and their topics.",
  ),
];
