import * as z from "zod";
import { registerMergeDriver } from "../../domain/context/sync/register-merge-driver.js";
import { storePath } from "../../store/context/context-layout.js";
import { defineCommand } from "../define-command.js";

export const init = defineCommand({
  name: "init",
  summary: "Create this project's context store: plain files in .context-teleport, shared through git.",
  input: z.object({
    name: z.string().default("").describe("Project name. Default: folder name."),
    repo_url: z.string().default("").describe("Repository URL to record in the manifest."),
    merge_driver: z
      .boolean()
      .default(false)
      .describe("Register a git merge driver that merges store files by section."),
  }),
  positional: ["name"],
  examples: ["init", "init shop --merge-driver"],

  async run({ name, repo_url, merge_driver }, app) {
    const project = await app.context.openHere(app.call);
    const created = await project.init({ name, repoUrl: repo_url });
    if (merge_driver) await registerMergeDriver(project);
    const manifest = created ?? (await project.manifest.read());
    return { path: storePath(project.root), created: created !== undefined, merge_driver, ...manifest };
  },

  toText: ({ path, created }) =>
    created
      ? `Created ${path}.\nCommit it, or share it with \`throughline sync push\`.`
      : `The store already exists: ${path}. Nothing was changed.`,
});

/** The same under the name that the other commands of team context lead one to expect. */
export const contextInit = { ...init, name: "context init", examples: ["context init"] };
