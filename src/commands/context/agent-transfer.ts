import * as z from "zod";
import { agentNames } from "../../domain/context/agents/agent-files.js";
import { exportContext } from "../../domain/context/agents/export-context.js";
import { importContext } from "../../domain/context/agents/import-context.js";
import { defineCommand } from "../define-command.js";

const agent = z.enum(agentNames).describe("Which agent's files.");
const dry_run = z.boolean().default(false).describe("Show the differences and write nothing.");

export const exportToAgent = defineCommand({
  name: "export",
  summary: "Write the public entries into the files an agent reads; nothing outside our parts of them changes.",
  input: z.object({
    agent,
    dry_run,
    remove: z.boolean().default(false).describe("Take everything we wrote there away again."),
  }),
  positional: ["agent"],
  examples: ["export claude-code --dry-run", "export agents-md"],

  async run({ agent, dry_run, remove }, app) {
    const items = await exportContext(await app.context.open(app.call), agent, { dryRun: dry_run, remove });
    return { items, exported: dry_run ? 0 : items.length, dry_run };
  },

  toText: ({ items, dry_run }) =>
    items.map(({ action, target, diff }) => (dry_run ? diff : `${action} ${target}`)).join("\n") || "Nothing to do.",
});

export const importFromAgent = defineCommand({
  name: "import",
  summary: "Take what people told an agent in its own files into the store.",
  input: z.object({ agent, dry_run, force: z.boolean().default(false).describe("Replace entries that differ here.") }),
  positional: ["agent"],
  examples: ["import claude-code --dry-run", "import cursor"],

  async run({ agent, dry_run, force }, app) {
    const items = await importContext(await app.context.open(app.call), agent, { dryRun: dry_run, force });
    const imported = items.filter(({ action }) => action === "added" || action === "replaced").length;
    return { items, imported: dry_run ? 0 : imported, dry_run };
  },

  toText: ({ items, dry_run }) =>
    items.map(({ action, key, source, diff }) => (dry_run ? diff : `${action} ${key} (${source})`)).join("\n") ||
    "Nothing to import.",
});
