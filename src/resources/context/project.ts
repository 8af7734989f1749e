import { AppError } from "../../base/errors.js";
import { summarizeProject } from "../../domain/context/summarize-project.js";
import { defineResource } from "../define-resource.js";

export const manifest = defineResource({
  uri: "context://manifest",
  name: "manifest",
  toolset: "context",
  title: "Manifest",
  description: "The project's name and id, and metadata of its store.",

  async read(app) {
    const manifest = await (await app.context.open(app.call)).manifest.read();
    if (!manifest)
      throw new AppError("missing", "There is no context store yet", { hint: "Adding the first entry creates it." });
    return manifest;
  },
});

export const summary = defineResource({
  uri: "context://summary",
  name: "summary",
  toolset: "context",
  title: "Summary",
  description: "Number of entries of each kind, and the current task.",
  read: async (app) => summarizeProject(await app.context.open(app.call)),
});

export const state = defineResource({
  uri: "context://state",
  name: "state",
  toolset: "context",
  title: "State",
  description: "The current task, blockers and progress on this machine.",
  read: async (app) => (await app.context.open(app.call)).state.read(),
});

const sessionsShown = 50;

export const history = defineResource({
  uri: "context://history",
  name: "history",
  toolset: "context",
  title: "History",
  description: "Summaries of the latest sessions, oldest first.",
  read: async (app) => (await app.context.open(app.call)).history.recent(sessionsShown),
});
