import * as z from "zod";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";

export const contextRemoveKnowledge = defineTool({
  name: "context_remove_knowledge",
  toolset: "context",
  effect: "deletes",
  title: "Remove knowledge",
  description: "Remove a knowledge entry. Use when it is wrong or obsolete; to hide it use context_set_scope.",
  input: z.object({ key: z.string().describe("Key of the entry.") }),
  output: answerOf({ status: "string", key: "string" }),
  examples: [{ key: "tech-stack" }],
  cli: {
    command: "knowledge rm",
    positional: ["key"],
    confirm: async ({ key }) =>
      `Deletes the knowledge entry ${String(key)}. Only what is committed to git can be restored.`,
  },

  async run({ key }, app) {
    const project = await app.context.open(app.call);
    const entry = await project.knowledge.read(key);
    if (!entry) return { status: "not_found", key };
    const removed = await project.change(() => project.knowledge.remove(key));
    if (removed) await app.forgetContext(app.call, [JSON.stringify(entry)]);
    return { status: removed ? "removed" : "not_found", key };
  },

  toText: ({ status, key }) => (status === "removed" ? `Removed ${key}.` : `Knowledge entry not found: ${key}.`),
  changes: ({ key }) => ["context://knowledge", `context://knowledge/${encodeURIComponent(key)}`],
});
