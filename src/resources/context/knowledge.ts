import { AppError } from "../../base/errors.js";
import { defineResource, defineTemplate } from "../define-resource.js";

export const knowledge = defineResource({
  uri: "context://knowledge",
  name: "knowledge",
  toolset: "context",
  title: "Knowledge",
  description: "All knowledge entries of this project with content and scope.",
  read: async (app) => (await app.context.open(app.call)).knowledge.list(),
});

export const knowledgeEntry = defineTemplate({
  template: "context://knowledge/{key}",
  name: "knowledge-entry",
  toolset: "context",
  title: "Knowledge entry",
  description: "One knowledge entry, by key.",

  async read({ key }, app) {
    const entry = await (await app.context.open(app.call)).knowledge.read(key);
    if (!entry) throw new AppError("missing", `Knowledge entry '${key}' not found`);
    return entry;
  },

  complete: async (app) => ({ key: await (await app.context.open(app.call)).knowledge.keys() }),
});
