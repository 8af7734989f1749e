import * as z from "zod";
import { formatCount } from "../../base/text/plural.js";
import { squashStore } from "../../domain/context/sync/squash-store.js";
import { defineCommand } from "../define-command.js";

export const syncSquash = defineCommand({
  name: "sync squash",
  summary: "Squash the store's unpushed commits into one, which drops what only they contain.",
  input: z.object({}),
  examples: ["sync squash"],
  run: async (_, app) => squashStore(await app.context.open(app.call)),

  toText: ({ commit, commits = 0 }) =>
    commit ? `Replaced ${formatCount(commits, "commit")} with ${commit}.` : "No unpushed commits of the store.",
});
