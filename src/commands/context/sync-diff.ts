import * as z from "zod";
import { openStoreRepository } from "../../domain/context/sync/store-repository.js";
import { defineCommand } from "../define-command.js";

export const syncDiff = defineCommand({
  name: "sync diff",
  summary: "Show changes in the store's tracked files since a commit.",
  input: z.object({ against: z.string().default("HEAD").describe("Commit or branch to compare with.") }),
  positional: ["against"],
  examples: ["sync diff", "sync diff origin/main"],

  async run({ against }, app) {
    const { repository, folder } = await openStoreRepository(await app.context.open(app.call));
    return { diff: await repository.diff(folder, against) };
  },

  toText: ({ diff }) => diff || "No differences.",
});
