import * as z from "zod";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";

export const contextRmConvention = defineTool({
  name: "context_rm_convention",
  toolset: "context",
  effect: "deletes",
  title: "Remove convention",
  description: "Remove a team convention. Use when the team dropped the rule.",
  input: z.object({ key: z.string().describe("Key of the convention.") }),
  output: answerOf({ status: "string", key: "string" }),
  examples: [{ key: "git" }],
  cli: {
    command: "convention rm",
    positional: ["key"],
    confirm: async ({ key }) => `Deletes the convention ${String(key)}. Only what is committed to git can be restored.`,
  },

  async run({ key }, app) {
    const project = await app.context.open(app.call);
    const entry = await project.conventions.read(key);
    if (!entry) return { status: "not_found", key };
    const removed = await project.change(() => project.conventions.remove(key));
    if (removed) await app.forgetContext(app.call, [JSON.stringify(entry)]);
    return { status: removed ? "removed" : "not_found", key };
  },

  toText: ({ status, key }) => (status === "removed" ? `Removed ${key}.` : `Convention not found: ${key}.`),
  changes: ({ key }) => ["context://conventions", `context://conventions/${encodeURIComponent(key)}`],
});
