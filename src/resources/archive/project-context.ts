import type { AppCall } from "../../domain/app.js";
import { defineTemplate } from "../define-resource.js";

/** Lists the current project for clients that read only listed resources. */
const here = async (app: AppCall) => {
  if (!app.settings.values["autoLoad.enabled"]) return [];
  return [{ name: await app.projectRegistry.nameAt(app.call.folder) }];
};

const projectNames = async (app: AppCall) => ({
  name: (await app.projectRegistry.list(app.call.tenant)).map(({ name }) => name),
});

export const projectCurrent = defineTemplate({
  template: "context://project/{name}/current",
  name: "project-current",
  toolset: "archive",
  title: "Project status",
  description: "Recent sessions, recurring patterns and key decisions of a project.",
  async read({ name }, app) {
    await app.ingest.catchUp();
    return app.autoLoad.current(app.call, name);
  },
  complete: projectNames,
  listed: here,
});

export const projectPatterns = defineTemplate({
  template: "context://project/{name}/patterns",
  name: "project-patterns",
  toolset: "archive",
  title: "Project patterns",
  description: "Tools, commands with their success rate, and errors with their fixes.",
  async read({ name }, app) {
    await app.ingest.catchUp();
    return app.autoLoad.patterns(app.call, name);
  },
  complete: projectNames,
  listed: here,
});

export const projectKnowledge = defineTemplate({
  template: "context://project/{name}/knowledge",
  name: "project-knowledge",
  toolset: "archive",
  title: "Project questions and answers",
  description: "Questions with answers from past sessions, and their topics.",
  async read({ name }, app) {
    await app.ingest.catchUp();
    return app.autoLoad.knowledge(app.call, name);
  },
  complete: projectNames,
  listed: here,
});
