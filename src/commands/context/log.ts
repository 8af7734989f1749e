import * as z from "zod";
import { openStoreRepository } from "../../domain/context/sync/store-repository.js";
import { defineCommand } from "../define-command.js";

export const log = defineCommand({
  name: "log",
  summary: "List the commits that changed the store.",
  input: z.object({ count: z.int().min(1).max(1000).default(10).describe("Number of commits.") }),
  positional: ["count"],
  examples: ["log", "log 50"],

  async run({ count }, app) {
    const { repository, folder } = await openStoreRepository(await app.context.open(app.call));
    return { commits: await repository.log(folder, count) };
  },

  toText: ({ commits }) =>
    commits
      .map(({ commit, date, author, subject }) => `${commit} ${date.slice(0, 10)} ${author}: ${subject}`)
      .join("\n") || "No commits have changed the store yet.",
});
