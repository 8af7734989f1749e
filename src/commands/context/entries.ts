import * as z from "zod";
import { formatCount } from "../../base/text/plural.js";
import { checkContext } from "../../domain/context/check-context.js";
import { addFromTemplate } from "../../domain/context/entries.js";
import { verifyEntry } from "../../domain/context/entry-facts.js";
import { areas } from "../../store/context/context-layout.js";
import { type Command, defineCommand } from "../define-command.js";
import { flag, optionalText } from "../fields.js";

export const entryCommands: readonly Command[] = [
  defineCommand("context check", {
    summary: "Check the shared entries: unreadable, stale, oversized, unowned, duplicate or contradicting. For CI.",
    input: z.object({
      max_bytes: z.coerce.number().int().min(1).default(32_768).describe("Largest entry, in bytes."),
      require_owner: flag("Report entries without an owner."),
    }),
    examples: ["context check", "context check --require-owner"],

    async run({ max_bytes, require_owner }, app) {
      const limits = { maxBytes: max_bytes, requireOwner: require_owner };
      return { problems: await checkContext(await app.context.open(app.call), limits) };
    },

    toText: ({ problems }) => [
      problems.map(({ file, kind, problem }) => `${kind}  ${file}  ${problem}`),
      problems.length > 0 && `${formatCount(problems.length, "problem")}.`,
    ],
    whenEmpty: "No problems.",
    isFailure: ({ problems }) => problems.length > 0,
  }),

  defineCommand("context verify", {
    summary: "Record that a shared entry still holds, who owns it, and which paths it is about.",
    input: z.object({
      entry_type: z.string().describe("knowledge, decision, convention or skill."),
      key: z.string().describe("Key, decision id or skill name."),
      owner: optionalText("Who answers for it."),
      paths: optionalText("Files or folders, separated by commas; when they change, it is stale."),
    }),
    positional: ["entry_type", "key"],
    examples: ["context verify knowledge tech-stack --owner ada --paths package.json,src/engine"],

    async run({ entry_type, key, owner, paths }, app) {
      const list = paths?.split(",").map((path) => path.trim());
      const request = { entryType: entry_type, key, owner, paths: list?.filter(Boolean) };
      return { key, ...(await verifyEntry(await app.context.open(app.call), request)) };
    },

    toText: ({ key, owner, paths }) =>
      `${key} is verified.${owner ? ` Owner: ${owner}.` : ""}${paths.length > 0 ? ` About: ${paths.join(", ")}.` : ""}`,
  }),

  defineCommand("context new", {
    summary: "Add an entry from a template of the team (.context-teleport/templates/<name>.md).",
    input: z.object({
      key: z.string().describe("Key of the new entry."),
      template: z.string().describe("Name of the template."),
      convention: flag("Add a convention instead of knowledge."),
    }),
    positional: ["key", "template"],
    examples: ["context new payments-runbook runbook"],

    async run({ key, template, convention }, app) {
      const area = convention ? "conventions" : "knowledge";
      const entry = await addFromTemplate(await app.context.open(app.call), { area, key, template });
      return { key: entry.key, file: `.context-teleport/${areas[area]}/${entry.key}.md` };
    },

    toText: ({ file }) => `Added ${file}. Fill it in, then run \`throughline sync push\`.`,
  }),

  defineCommand("history list", {
    summary: "List summaries of the latest sessions.",
    input: z.object({ count: z.int().min(1).max(200).default(20).describe("Number of sessions.") }),
    positional: ["count"],
    examples: ["history list", "history list 5"],
    run: async ({ count }, app) => ({ sessions: await (await app.context.open(app.call)).history.recent(count) }),
    toText: ({ sessions }) => sessions.map(({ started, agent, summary }) => `${started} ${agent}: ${summary}`),
    whenEmpty: "No sessions yet.",
  }),
];
