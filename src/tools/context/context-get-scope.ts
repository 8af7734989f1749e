import * as z from "zod";
import { locateEntry, readEntryType } from "../../domain/context/change-scope.js";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";

export const contextGetScope = defineTool({
  name: "context_get_scope",
  toolset: "context",
  effect: "reads",
  title: "Read scope",
  description: "Show who can see an entry: public, private or ephemeral. Use before sharing.",
  input: z.object({
    entry_type: z.string().describe("knowledge, decision, convention or skill."),
    key: z.string().describe("Key, decision id or skill name."),
  }),
  output: answerOf({ key: "string", scope: "string" }),
  examples: [{ entry_type: "knowledge", key: "tech-stack" }],
  cli: { command: "scope get", positional: ["entry_type", "key"] },

  async run({ entry_type, key }, app) {
    const { scope } = await locateEntry(await app.context.open(app.call), readEntryType(entry_type), key);
    return { key, scope };
  },

  toText: ({ scope }) => String(scope),
});
