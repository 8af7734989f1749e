import { resolve } from "node:path";
import * as z from "zod";
import { AppError } from "../../base/errors.js";
import { formatCount } from "../../base/text/plural.js";
import { agentNames } from "../../domain/context/agents/agent-files.js";
import { exportContext } from "../../domain/context/agents/export-context.js";
import { importContext } from "../../domain/context/agents/import-context.js";
import { readBundle, writeBundle } from "../../domain/context/bundle.js";
import { type Command, defineCommand } from "../define-command.js";
import { flag } from "../fields.js";

const agent = z.enum(agentNames).describe("Agent whose files to use.");
const diffOnly = flag("Show the diff without writing.");
const force = flag("Overwrite entries that differ.");
const path = z.string().min(1).describe("Bundle file.");

export const transferCommands: readonly Command[] = [
  defineCommand("export", {
    summary: "Write public entries into an agent's own files. Changes only the sections that Throughline manages.",
    input: z.object({ agent, dry_run: diffOnly, remove: flag("Remove everything that was exported.") }),
    positional: ["agent"],
    examples: ["export claude-code --dry-run", "export agents-md"],

    async run({ agent, dry_run, remove }, app) {
      const items = await exportContext(await app.context.open(app.call), agent, { dryRun: dry_run, remove });
      return { items, exported: dry_run ? 0 : items.length, dry_run };
    },

    toText: ({ items, dry_run }) => items.map(({ action, target, diff }) => (dry_run ? diff : `${action} ${target}`)),
    whenEmpty: "Nothing to export.",
  }),

  defineCommand("import", {
    summary: "Import what an agent's own files say into the store.",
    input: z.object({ agent, dry_run: diffOnly, force }),
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
  }),

  defineCommand("bundle export", {
    summary: "Export the store's entries to one file, without secrets.",
    input: z.object({ path, all: flag("Include private and ephemeral entries; they keep their scope.") }),
    positional: ["path"],
    examples: ["bundle export shop.json", "bundle export mine.json --all"],

    async run({ path, all }, app) {
      const project = await app.context.open(app.call);
      const text = await writeBundle(project, { all });
      const target = resolve(app.call.folder, path);
      // A bundle can hold what was meant for colleagues only: its owner decides who reads it.
      await project.files.write(target, text, { private: true });
      return { path: target, project: await project.name(), size_bytes: Buffer.byteLength(text) };
    },

    toText: ({ path, size_bytes }) => `Wrote ${path} (${formatCount(size_bytes, "byte")}).`,
  }),

  defineCommand("bundle import", {
    summary: "Import the entries of a bundle into the store with their scopes.",
    input: z.object({ path, dry_run: flag("Show what would be imported, without writing."), force }),
    positional: ["path"],
    examples: ["bundle import shop.json --dry-run"],

    async run({ path, dry_run, force }, app) {
      const project = await app.context.open(app.call);
      const text = await project.files.read(resolve(app.call.folder, path));
      if (text === undefined) throw new AppError("missing", `File not found: ${path}.`);
      return { items: await readBundle(project, text, { dryRun: dry_run, force }), dry_run };
    },

    toText: ({ items }) => items.map(({ action, path, scope }) => `${action} ${path} (${scope})`),
    whenEmpty: "The bundle is empty.",
  }),
];
