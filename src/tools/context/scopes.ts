import * as z from "zod";
import { changeScope, locateEntry, readEntryType } from "../../domain/context/entries.js";
import { answerOf } from "../answer-schema.js";
import { defineContextTool, type Tool } from "../define-tool.js";

export const contextGetScope = defineContextTool({
  name: "context_get_scope",
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

export const contextSetScope = defineContextTool({
  name: "context_set_scope",
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

export const scopeTools: readonly Tool[] = [contextGetScope, contextSetScope];
