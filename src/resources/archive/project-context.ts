import type { AppCall } from "../../domain/app.js";
import { defineTemplate } from "../define-resource.js";

/** Clients that only read what is listed see the project they work in. */
const here = async (app: AppCall) => {
  if (!app.settings.values["autoLoad.enabled"]) return [];
  return [{ name: await app.projectRegistry.nameAt(app.call.folder) }];
};

const known = async (app: AppCall) => ({
  name: (await app.projectRegistry.list(app.call.tenant)).map(({ name }) => name),
});

export const projectCurrent = defineTemplate({
  template: "context://project/{name}/current",
  name: "project-current",
  toolset: "archive",
  title: "Where the project stands",
  description: "Recent sessions, what recurs, and key decisions of a project.",
  async read({ name }, app) {
    await app.ingest.catchUp();
    return app.autoLoad.current(app.call, name);
  },
  complete: known,
  listed: here,
});

export const projectPatterns = defineTemplate({
  template: "context://project/{name}/patterns",
  name: "project-patterns",
  toolset: "archive",
  title: "How work is done in the project",
  description: "Tools, commands with their success rate, and errors with what solved them.",
  async read({ name }, app) {
    await app.ingest.catchUp();
    return app.autoLoad.patterns(app.call, name);
  },
  complete: known,
  listed: here,
});

export const projectKnowledge = defineTemplate({
  template: "context://project/{name}/knowledge",
  name: "project-knowledge",
  toolset: "archive",
  title: "What was asked in the project",
  description: "Questions with their answers from past sessions, and the topics they were about.",
  async read({ name }, app) {
    await app.ingest.catchUp();
    return app.autoLoad.knowledge(app.call, name);
  },
  complete: known,
  listed: here,
});
