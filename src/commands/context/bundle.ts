import { resolve } from "node:path";
import * as z from "zod";
import { AppError } from "../../base/errors.js";
import { formatCount } from "../../base/text/plural.js";
import { readBundle, writeBundle } from "../../domain/context/bundle.js";
import { defineCommand } from "../define-command.js";
import { flag } from "../fields.js";

const path = z.string().min(1).describe("Bundle file.");

export const bundleExport = defineCommand({
  name: "bundle export",
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
});

export const bundleImport = defineCommand({
  name: "bundle import",
  summary: "Import the entries of a bundle into the store with their scopes.",
  input: z.object({
    path,
    dry_run: flag("Show what would be imported, without writing."),
    force: flag("Overwrite entries that differ."),
  }),
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
});
