import * as z from "zod";
import { formatCount } from "../base/text/plural.js";
import { defineCommand } from "./define-command.js";

export const undo = defineCommand({
  name: "undo",
  summary: "Undo a sub-agent's changes in a repository, restoring the exact previous tree.",
  input: z.object({
    run: z.string().describe("subAgentId from implement_in_repo."),
    force: z.boolean().default(false).describe("Undo even if the tree changed since."),
  }),
  positional: ["run"],
  examples: ["undo sa_impl_01hw3zq5n4"],
  run: ({ run, force }, app) => app.bridge.undo(app.call, run, { force }),
  toText: ({ repo, files, kept }) =>
    `Restored ${formatCount(files.length, "file")} in ${repo}. The undone changes are still in git as ${kept}.`,
});
