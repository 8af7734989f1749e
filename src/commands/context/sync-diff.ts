import * as z from "zod";
import { openStoreRepository } from "../../domain/context/sync/store-repository.js";
import { defineCommand } from "../define-command.js";

export const syncDiff = defineCommand({
  name: "sync diff",
  summary: "Show what changed in the tracked files of the store since a commit.",
  input: z.object({ against: z.string().default("HEAD").describe("A commit or branch.") }),
  positional: ["against"],
  examples: ["sync diff", "sync diff origin/main"],

  async run({ against }, app) {
    const { repository, folder } = await openStoreRepository(await app.context.open(app.call));
    return { diff: await repository.diff(folder, against) };
  },

  toText: ({ diff }) => diff || "No difference.",
});
