import * as z from "zod";
import { registerMergeDriver } from "../../domain/context/sync/register-merge-driver.js";
import { storePath } from "../../store/context/context-layout.js";
import { defineCommand } from "../define-command.js";

export const init = defineCommand({
  name: "init",
  summary: "Make the context store of this project: plain files in .context-teleport, shared through git.",
  input: z.object({
    name: z.string().default("").describe("The project's name; the folder's unless told."),
    repo_url: z.string().default("").describe("Where the repository lives, noted in the manifest."),
    merge_driver: z.boolean().default(false).describe("Let git itself merge store files by sections, too."),
  }),
  positional: ["name"],
  examples: ["init", "init shop --merge-driver"],

  async run({ name, repo_url, merge_driver }, app) {
    const project = await app.context.openHere(app.call);
    const made = await project.init({ name, repoUrl: repo_url });
    if (merge_driver) await registerMergeDriver(project);
    const manifest = made ?? (await project.manifest.read());
    return { path: storePath(project.root), created: made !== undefined, merge_driver, ...manifest };
  },

  toText: ({ path, created }) =>
    created
      ? `Made ${path}.\nCommit it, or share it with \`throughline sync push\`.`
      : `There is a store already: ${path}. Nothing was changed in it.`,
});
