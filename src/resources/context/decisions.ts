import { AppError } from "../../base/errors.js";
import { presentDecision } from "../../domain/context/decisions.js";
import { defineResource, defineTemplate } from "../define-resource.js";

export const decisions = defineResource({
  uri: "context://decisions",
  name: "decisions",
  toolset: "context",
  title: "Decisions",
  description: "All architectural decisions with id, title, status and scope.",

  async read(app) {
    const all = await (await app.context.open(app.call)).decisions.list();
    return all.map(({ id, title, status, scope }) => ({ id, title, status, scope }));
  },
});

export const decision = defineTemplate({
  template: "context://decisions/{id}",
  name: "decision",
  toolset: "context",
  title: "Decision",
  description: "One decision, by number or title.",

  async read({ id }, app) {
    const decision = await (await app.context.open(app.call)).decisions.find(id);
    if (!decision) throw new AppError("missing", `Decision '${id}' not found`);
    return presentDecision(decision);
  },

  async complete(app) {
    const all = await (await app.context.open(app.call)).decisions.list();
    return { id: all.map(({ id }) => String(id)) };
  },
});
