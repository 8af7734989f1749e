import * as z from "zod";
import { agentNames } from "../../domain/context/agents/agent-files.js";
import { exportContext } from "../../domain/context/agents/export-context.js";
import { importContext } from "../../domain/context/agents/import-context.js";
import { defineCommand } from "../define-command.js";
import { flag } from "../fields.js";

const agent = z.enum(agentNames).describe("Agent whose files to use.");
const dry_run = flag("Show the diff without writing.");

export const exportToAgent = defineCommand({
  name: "export",
  summary: "Write public entries into an agent's own files. Changes only the sections that Throughline manages.",
  input: z.object({ agent, dry_run, remove: flag("Remove everything that was exported.") }),
  positional: ["agent"],
  examples: ["export claude-code --dry-run", "export agents-md"],

  async run({ agent, dry_run, remove }, app) {
    const items = await exportContext(await app.context.open(app.call), agent, { dryRun: dry_run, remove });
    return { items, exported: dry_run ? 0 : items.length, dry_run };
  },

  toText: ({ items, dry_run }) => items.map(({ action, target, diff }) => (dry_run ? diff : `${action} ${target}`)),
  whenEmpty: "Nothing to export.",
});

export const importFromAgent = defineCommand({
  name: "import",
  summary: "Import what an agent's own files say into the store.",
  input: z.object({ agent, dry_run, force: flag("Overwrite entries that differ.") }),
  positional: ["agent"],
  examples: ["import claude-code --dry-run", "import cursor"],

  async run({ agent, dry_run, force }, app) {
    const items = await importContext(await app.context.open(app.call), agent, { dryRun: dry_run, force });
    const imported = items.filter(({ action }) => action === "added" || action === "replaced").length;
    return { items, imported: dry_run ? 0 : imported, dry_run };
  },

  toText: ({ items, dry_run }) =>
    items.map(({ action, key, source, diff }) => (dry_run ? diff : `${action} ${key} (${source})`)),
  whenEmpty: "Nothing to import.",
});
