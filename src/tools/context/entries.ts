import * as z from "zod";
import { AppError } from "../../base/errors.js";
import { historyWarning } from "../../domain/context/entries.js";
import { factsText, readShownFacts } from "../../domain/context/entry-facts.js";
import { fileKey } from "../../store/context/file-key.js";
import { readScope } from "../../store/context/scope.js";
import { answerOf } from "../answer-schema.js";
import { defineContextTool, type Tool } from "../define-tool.js";
import { scopeField } from "../fields.js";
import { requireOwnText } from "../require-own-text.js";
import { shownFacts } from "../shown-facts.js";

/** Knowledge and conventions are both one text under a key. */
type Store = "knowledge" | "conventions";

const changesOf =
  (store: Store) =>
  ({ key }: { readonly key: string }) => [`context://${store}`, `context://${store}/${encodeURIComponent(key)}`];

const addEntry = (spec: {
  readonly store: Store;
  readonly noun: string;
  readonly description: string;
  readonly example: { readonly key: string; readonly content: string };
}) =>
  defineContextTool({
    name: `context_add_${spec.noun}`,
    effect: "replaces",
    title: `Add ${spec.noun}`,
    description: spec.description,
    input: z.object({
      key: z.string().describe(`Short name such as \`${spec.example.key}\`.`),
      content: z.string().describe("Markdown."),
      scope: scopeField,
    }),
    output: answerOf({
      status: "string",
      key: "string",
      scope: "string",
      "warning?": "string",
      "store_created?": "string",
      "note?": "string",
    }),
    examples: [spec.example],
    cli: { command: `${spec.noun} add`, positional: ["key", "content"] },

    async run({ key, content, scope: scopeText }, app) {
      const scope = readScope(scopeText);
      fileKey(key);
      if (spec.store === "conventions") await requireOwnText(app, `the convention ${key}`, content);
      const project = await app.context.open(app.call);
      const entry = { key, content, scope, author: project.caller };
      const written = await project.change(() => project[spec.store].put(entry));
      const warning = historyWarning(written.wasTracked);
      return { status: "ok", key: written.key, scope: written.scope, ...warning, ...project.notices() };
    },

    toText: ({ key, scope, warning, note }) =>
      [`Saved ${spec.noun} ${key} (${scope}).`, warning, note].filter(Boolean).join(" "),
    changes: changesOf(spec.store),
  });

const removeEntry = (spec: {
  readonly store: Store;
  readonly name: string;
  readonly noun: string;
  readonly thing: string;
  readonly description: string;
  readonly example: string;
}) =>
  defineContextTool({
    name: spec.name,
    effect: "deletes",
    title: `Remove ${spec.noun}`,
    description: spec.description,
    input: z.object({ key: z.string().describe(`Key of the ${spec.thing.replace(/.* /, "")}.`) }),
    output: answerOf({ status: "string", key: "string" }),
    examples: [{ key: spec.example }],
    cli: {
      command: `${spec.noun} rm`,
      positional: ["key"],
      async confirm({ key }, app) {
        const project = await app.context.open(app.call);
        if (!(await project[spec.store].read(String(key)))) return "";
        return `Deletes the ${spec.thing} ${String(key)}. Only what is committed to git can be restored.`;
      },
    },

    async run({ key }, app) {
      const project = await app.context.open(app.call);
      const entry = await project[spec.store].read(key);
      if (!entry) return { status: "not_found", key };
      const removed = await project.change(() => project[spec.store].remove(key));
      if (removed) await app.forgetContext(app.call, [JSON.stringify(entry)]);
      return { status: removed ? "removed" : "not_found", key };
    },

    toText({ status, key }) {
      if (status === "removed") return `Removed ${key}.`;
      return `${spec.thing.charAt(0).toUpperCase()}${spec.thing.slice(1)} not found: ${key}.`;
    },
    changes: changesOf(spec.store),
  });

export const contextAddKnowledge = addEntry({
  store: "knowledge",
  noun: "knowledge",
  description:
    "Record what the team should know; replaces the same key. Use when you learn how things are done here; for lessons use memory_record.",
  example: { key: "tech-stack", content: "## Stack\n\n- TypeScript\n- SQLite" },
});

export const contextGetKnowledge = defineContextTool({
  name: "context_get_knowledge",
  effect: "reads",
  title: "Read knowledge",
  description: "Read one knowledge entry. Use when a key concerns your task.",
  input: z.object({ key: z.string().describe("Key of the entry.") }),
  output: answerOf({ key: "string", content: "string", scope: "string", author: "string" }),
  examples: [{ key: "tech-stack" }],
  cli: { command: "knowledge get", positional: ["key"] },

  async run({ key }, app) {
    const project = await app.context.open(app.call);
    const entry = await project.knowledge.read(key);
    if (!entry) throw new AppError("missing", `Knowledge entry '${key}' not found`);
    return {
      key: entry.key,
      content: entry.content,
      scope: entry.scope,
      author: await project.knowledge.authorOf(key),
    };
  },

  toText: ({ content }) => String(content),
});

export const contextListKnowledge = defineContextTool({
  name: "context_list_knowledge",
  effect: "reads",
  title: "List knowledge",
  description: "List knowledge entries by key and scope. Use context_get_knowledge to read one.",
  input: z.object({}),
  output: answerOf([{ key: "string", scope: "string", bytes: "number", ...shownFacts }]),
  examples: [{}],
  cli: { command: "knowledge list" },

  async run(_, app) {
    const project = await app.context.open(app.call);
    const facts = await readShownFacts(project, "knowledge");
    return (await project.knowledge.list()).map(({ key, scope, content }) => ({
      key,
      scope,
      bytes: Buffer.byteLength(content),
      ...facts(key),
    }));
  },

  toText: (entries) =>
    entries.map(({ key, scope, ...facts }) => [key, scope, factsText(facts)].filter(Boolean).join("  ")).join("\n") ||
    "No knowledge yet. Add an entry with `throughline knowledge add KEY TEXT`.",
});

export const contextRemoveKnowledge = removeEntry({
  store: "knowledge",
  name: "context_remove_knowledge",
  noun: "knowledge",
  thing: "knowledge entry",
  description: "Remove a knowledge entry. Use when it is wrong or obsolete; to hide it use context_set_scope.",
  example: "tech-stack",
});

export const contextAddConvention = addEntry({
  store: "conventions",
  noun: "convention",
  description:
    "Record a rule the team agreed on; replaces the same key. Use for rules; for facts use context_add_knowledge.",
  example: { key: "git", content: "Always use feature branches." },
});

export const contextGetConvention = defineContextTool({
  name: "context_get_convention",
  effect: "reads",
  title: "Read convention",
  description: "Read one team convention. Use when you need the exact rule.",
  input: z.object({ key: z.string().describe("Key of the convention.") }),
  output: answerOf({ key: "string", content: "string" }),
  examples: [{ key: "git" }],
  cli: { command: "convention get", positional: ["key"] },

  async run({ key }, app) {
    const project = await app.context.open(app.call);
    const convention = await project.conventions.read(key);
    if (!convention) throw new AppError("missing", `Convention '${key}' not found`);
    return { key: convention.key, content: convention.content };
  },

  toText: ({ content }) => String(content),
});

export const contextListConventions = defineContextTool({
  name: "context_list_conventions",
  effect: "reads",
  title: "List conventions",
  description: "List the team's conventions with their content. Use before starting work in this project.",
  input: z.object({}),
  output: answerOf([{ key: "string", content: "string", scope: "string", ...shownFacts }]),
  examples: [{}],
  cli: { command: "convention list" },

  async run(_, app) {
    const project = await app.context.open(app.call);
    const facts = await readShownFacts(project, "convention");
    return (await project.conventions.list()).map(({ key, content, scope }) => ({
      key,
      content,
      scope,
      ...facts(key),
    }));
  },

  toText: (entries) =>
    entries
      .map(
        ({ key, scope, content, ...facts }) =>
          `${[key, scope, factsText(facts)].filter(Boolean).join("  ")}\n${content}`,
      )
      .join("\n\n") || "No conventions yet. Add one with `throughline convention add KEY TEXT`.",
});

export const contextRmConvention = removeEntry({
  store: "conventions",
  name: "context_rm_convention",
  noun: "convention",
  thing: "convention",
  description: "Remove a team convention. Use when the team dropped the rule.",
  example: "git",
});

export const knowledgeTools: readonly Tool[] = [
  contextAddKnowledge,
  contextGetKnowledge,
  contextListKnowledge,
  contextRemoveKnowledge,
];

export const conventionTools: readonly Tool[] = [
  contextAddConvention,
  contextGetConvention,
  contextListConventions,
  contextRmConvention,
];
