import { AppError } from "../../base/errors.js";
import { defineResource, defineTemplate } from "../define-resource.js";

export const conventions = defineResource({
  uri: "context://conventions",
  name: "conventions",
  toolset: "context",
  title: "Conventions",
  description: "All team conventions with content and scope.",
  read: async (app) => (await app.context.open(app.call)).conventions.list(),
});

export const conventionEntry = defineTemplate({
  template: "context://conventions/{key}",
  name: "convention",
  toolset: "context",
  title: "Convention",
  description: "One convention, by key.",

  async read({ key }, app) {
    const entry = await (await app.context.open(app.call)).conventions.read(key);
    if (!entry) throw new AppError("missing", `Convention '${key}' not found`);
    return entry;
  },

  complete: async (app) => ({ key: await (await app.context.open(app.call)).conventions.keys() }),
});
