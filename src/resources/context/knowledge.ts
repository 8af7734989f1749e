import { AppError } from "../../base/errors.js";
import { defineResource, defineTemplate } from "../define-resource.js";

export const knowledge = defineResource({
  uri: "context://knowledge",
  name: "knowledge",
  toolset: "context",
  title: "Knowledge",
  description: "Every knowledge entry of this project, with its content and scope.",
  read: (app) => app.context.listKnowledge(app.call.folder),
});

export const knowledgeEntry = defineTemplate({
  template: "context://knowledge/{key}",
  name: "knowledge-entry",
  toolset: "context",
  title: "Knowledge entry",
  description: "One knowledge entry by its key.",

  async read({ key }, app) {
    const entry = await app.context.readKnowledge(app.call.folder, key);
    if (!entry) throw new AppError("missing", `Knowledge entry '${key}' not found`);
    return entry;
  },

  async complete(app) {
    const entries = await app.context.listKnowledge(app.call.folder);
    return { key: entries.map((entry) => entry.key) };
  },
});
