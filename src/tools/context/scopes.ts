import * as z from "zod";
import { changeScope, locateEntry, readEntryType } from "../../domain/context/change-scope.js";
import { answerFrom } from "../answer-schema.js";
import { defineContextTool, type Tool } from "../define-tool.js";
import { sharedUris } from "./context-fields.js";

const entry_type = z.string().describe("knowledge, decision, convention or skill.");
const key = z.string().describe("Key, decision id or skill name.");

export const scopeTools: readonly Tool[] = [
  defineContextTool("context_get_scope", "reads", {
    title: "Read scope",
    description: "Show who can see an entry: public, private or ephemeral. Use before sharing.",
    input: z.object({ entry_type, key }),
    output: answerFrom({ key: "string", scope: "string" }),
    examples: [{ entry_type: "knowledge", key: "tech-stack" }],
    cli: { command: "scope get", positional: ["entry_type", "key"] },
    run: async (entry, project) => ({
      ...(await locateEntry(project, readEntryType(entry.entry_type), entry.key)),
      key: entry.key,
    }),
    toText: ({ scope }) => scope,
  }),

  defineContextTool("context_set_scope", "replaces", {
    title: "Set scope",
    description: "Change who can see an entry. Use private or ephemeral to keep it on this machine.",
    input: z.object({ entry_type, key, scope: z.string().describe("public, private or ephemeral.") }),
    output: answerFrom({ status: "string", key: "string", scope: "string", "warning?": "string" }),
    examples: [{ entry_type: "knowledge", key: "tech-stack", scope: "private" }],
    cli: { command: "scope set", positional: ["entry_type", "key", "scope"] },
    run: async ({ entry_type: entryType, key, scope }, project) => ({
      ...(await changeScope(project, { entryType, key, scope })),
      status: "ok",
      key,
    }),
    toText: ({ key, scope, warning }) => [`${key} is now ${scope}.`, warning].filter(Boolean).join(" "),
    changes: sharedUris,
  }),
];
