import * as z from "zod";
import { changeScope, historyWarning, locateEntry, readEntryType, requireEntry } from "../../domain/context/entries.js";
import { factsText, readShownFacts } from "../../domain/context/entry-facts.js";
import { type ContextHit, searchContext } from "../../domain/context/search-context.js";
import { fileKey } from "../../store/context/file-key.js";
import { readScope } from "../../store/context/scope.js";
import { answerFrom, answerOf } from "../answer-schema.js";
import { defineContextTool, type Tool } from "../define-tool.js";
import { requireOwnText } from "../require-own-text.js";
import {
  askRemoval,
  entryUris,
  removeEntry,
  savedEntry,
  savedText,
  scopeField,
  sharedUris,
  shownFacts,
} from "./context-fields.js";

/** Knowledge and conventions are both one text under a key. */
type Store = "knowledge" | "conventions";

const addTool = (store: Store, noun: string, description: string, example: { key: string; content: string }) =>
  defineContextTool(`context_add_${noun}`, "replaces", {
    title: `Add ${noun}`,
    description,
    input: z.object({
      key: z.string().describe(`Short name such as \`${example.key}\`.`),
      content: z.string().describe("Markdown."),
      scope: scopeField,
    }),
    output: answerFrom({ status: "string", key: "string", ...savedEntry }),
    examples: [example],
    cli: { command: `${noun} add`, positional: ["key", "content"] },

    async run({ key, content, scope: scopeText }, project, app) {
      const scope = readScope(scopeText);
      fileKey(key);
      if (store === "conventions") await requireOwnText(app, `the convention ${key}`, content);
      const entry = { key, content, scope, author: project.caller };
      const written = await project.change(() => project[store].put(entry));
      return { status: "ok", ...written, ...historyWarning(written.wasTracked), ...project.notices() };
    },

    toText: (saved) => savedText(`${noun} ${saved.key}`, saved),
    changes: ({ key }) => entryUris(store, key),
  });

const removeTool = (name: string, store: Store, thing: string, description: string, example: string) => {
  const noun = thing.replace(/ .*/, "");
  return defineContextTool(name, "deletes", {
    title: `Remove ${noun}`,
    description,
    input: z.object({ key: z.string().describe(`Key of the ${thing.replace(/.* /, "")}.`) }),
    output: answerFrom({ status: "string", key: "string" }),
    examples: [{ key: example }],
    cli: {
      command: `${noun} rm`,
      positional: ["key"],
      confirm: ({ key }, app) => askRemoval(store, String(key), `${thing} ${key}`, app),
    },

    run: async ({ key }, project, app) => ({ key, ...(await removeEntry(store, key, project, app)) }),

    toText({ status, key }) {
      if (status === "removed") return `Removed ${key}.`;
      return `${thing.charAt(0).toUpperCase()}${thing.slice(1)} not found: ${key}.`;
    },
    changes: ({ key }) => entryUris(store, key),
  });
};

const maxHits = 50;

export const knowledgeTools: readonly Tool[] = [
  defineContextTool("context_search", "reads", {
    title: "Search team context",
    description:
      "Search the team's knowledge, conventions, decisions and skills. Use before deciding how to do something. For lessons use memory_search; for past sessions search_archive.",
    input: z.object({ query: z.string().describe("Search query.") }),
    output: answerOf<ContextHit[]>([
      { key: "string", file: "string", line: "number", text: "string", score: "number", scope: "string" },
    ]),
    examples: [{ query: "database migration" }],
    cli: { command: "context search", isSearch: true, positional: ["query"] },

    async run({ query }, project, app) {
      await app.indexContext(app.call);
      return searchContext(app.search, project, { tenant: app.call.tenant, query, limit: maxHits });
    },

    toText: (hits, paint) => hits.map(({ file, line, text }) => `${paint.dim(`${file}:${line}`)} ${text}`),
    whenEmpty:
      "No entry of this project's team context matches. Try other words, list all with `throughline knowledge list`, or search everything with `throughline search`.",
  }),

  addTool(
    "knowledge",
    "knowledge",
    "Record what the team should know; replaces the same key. Use when you learn how things are done here; for lessons use memory_record.",
    { key: "tech-stack", content: "## Stack\n\n- TypeScript\n- SQLite" },
  ),

  defineContextTool("context_get_knowledge", "reads", {
    title: "Read knowledge",
    description: "Read one knowledge entry. Use when a key concerns your task.",
    input: z.object({ key: z.string().describe("Key of the entry.") }),
    output: answerFrom({ key: "string", content: "string", scope: "string", author: "string" }),
    examples: [{ key: "tech-stack" }],
    cli: { command: "knowledge get", positional: ["key"] },

    async run({ key }, project) {
      const entry = await requireEntry(project, "knowledge", key);
      return { ...entry, author: await project.knowledge.authorOf(key) };
    },

    toText: ({ content }) => content,
  }),

  defineContextTool("context_list_knowledge", "reads", {
    title: "List knowledge",
    description: "List knowledge entries by key and scope. Use context_get_knowledge to read one.",
    input: z.object({}),
    output: answerFrom([{ key: "string", scope: "string", bytes: "number", ...shownFacts }]),
    cli: { command: "knowledge list" },

    async run(_, project) {
      const facts = await readShownFacts(project, "knowledge");
      const entries = await project.knowledge.list();
      return entries.map((entry) => ({ ...entry, bytes: Buffer.byteLength(entry.content), ...facts(entry.key) }));
    },

    toText: (entries) =>
      entries.map(({ key, scope, ...facts }) => [key, scope, factsText(facts)].filter(Boolean).join("  ")),
    whenEmpty: "No knowledge yet. Add an entry with `throughline knowledge add KEY TEXT`.",
  }),

  removeTool(
    "context_remove_knowledge",
    "knowledge",
    "knowledge entry",
    "Remove a knowledge entry. Use when it is wrong or obsolete; to hide it use context_set_scope.",
    "tech-stack",
  ),
];

export const conventionTools: readonly Tool[] = [
  addTool(
    "conventions",
    "convention",
    "Record a rule the team agreed on; replaces the same key. Use for rules; for facts use context_add_knowledge.",
    { key: "git", content: "Always use feature branches." },
  ),

  defineContextTool("context_get_convention", "reads", {
    title: "Read convention",
    description: "Read one team convention. Use when you need the exact rule.",
    input: z.object({ key: z.string().describe("Key of the convention.") }),
    output: answerFrom({ key: "string", content: "string" }),
    examples: [{ key: "git" }],
    cli: { command: "convention get", positional: ["key"] },
    run: ({ key }, project) => requireEntry(project, "convention", key),
    toText: ({ content }) => content,
  }),

  defineContextTool("context_list_conventions", "reads", {
    title: "List conventions",
    description: "List the team's conventions with their content. Use before starting work in this project.",
    input: z.object({}),
    output: answerFrom([{ key: "string", content: "string", scope: "string", ...shownFacts }]),
    cli: { command: "convention list" },

    async run(_, project) {
      const facts = await readShownFacts(project, "convention");
      return (await project.conventions.list()).map((entry) => ({ ...entry, ...facts(entry.key) }));
    },

    toText: (entries) =>
      entries
        .map(
          ({ key, scope, content, ...facts }) =>
            `${[key, scope, factsText(facts)].filter(Boolean).join("  ")}\n${content}`,
        )
        .join("\n\n"),
    whenEmpty: "No conventions yet. Add one with `throughline convention add KEY TEXT`.",
  }),

  removeTool(
    "context_rm_convention",
    "conventions",
    "convention",
    "Remove a team convention. Use when the team dropped the rule.",
    "git",
  ),
];

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
