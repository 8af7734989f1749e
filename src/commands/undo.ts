import * as z from "zod";
import { defineCommand } from "./define-command.js";

export const undo = defineCommand({
  name: "undo",
  summary: "Take back what a sub-agent did in a repository: exactly the tree of before.",
  input: z.object({
    run: z.string().describe("subAgentId of an implement_in_repo answer."),
    force: z.boolean().default(false).describe("Also when the tree has changed since."),
  }),
  positional: ["run"],
  examples: ["undo sa_impl_01hw3zq5n4"],
  run: ({ run, force }, app) => app.bridge.undo(app.call, run, { force }),
  toText: ({ repo, files, kept }) =>
    `${repo} is as it was (${files.length} files). What was undone is still in git as ${kept}.`,
});
