import * as z from "zod";
import { changeScope } from "../../domain/context/change-scope.js";
import { answerOf } from "../answer-schema.js";
import { defineTool } from "../define-tool.js";

export const contextSetScope = defineTool({
  name: "context_set_scope",
  toolset: "context",
  effect: "replaces",
  title: "Set scope",
  description: "Change who can see an entry. Use private or ephemeral to keep it on this machine.",
  input: z.object({
    entry_type: z.string().describe("knowledge, decision, convention or skill."),
    key: z.string().describe("Key, decision id or skill name."),
    scope: z.string().describe("public, private or ephemeral."),
  }),
  output: answerOf({ status: "string", key: "string", scope: "string", "warning?": "string" }),
  examples: [{ entry_type: "knowledge", key: "tech-stack", scope: "private" }],
  cli: { command: "scope set", positional: ["entry_type", "key", "scope"] },

  async run({ entry_type, key, scope }, app) {
    const changed = await changeScope(await app.context.open(app.call), { entryType: entry_type, key, scope });
    return { status: "ok", key, ...changed };
  },

  toText: ({ key, scope, warning }) => [`${key} is now ${scope}.`, warning].filter(Boolean).join(" "),
  changes: () => ["context://knowledge", "context://decisions", "context://conventions", "context://skills"],
});
