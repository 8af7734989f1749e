import { resolve } from "node:path";
import * as z from "zod";
import { AppError } from "../../base/errors.js";
import type { CommandCall } from "../../domain/command-app.js";
import { mergeFile as mergePath } from "../../domain/merge/merge-file.js";
import { mergeExitCode } from "../../domain/merge/merge-result.js";
import { defineCommand } from "../define-command.js";

export const mergeFile = defineCommand({
  name: "merge-file",
  summary: "Merge two versions of a file by section, field or record, as git merge-file does by line.",
  input: z.object({
    base: z.string().describe("Common ancestor."),
    ours: z.string().describe("Our version."),
    theirs: z.string().describe("Their version."),
    path: z.string().default("").describe("Real name of the file, which decides how to merge it."),
    write: z.boolean().default(false).describe("Write the result to our version instead of printing it."),
  }),
  positional: ["base", "ours", "theirs"],
  verbatim: "The output is the merged file.",
  examples: ["merge-file base.md ours.md theirs.md", "merge-file --path notes.md --write %O %A %B"],

  async run({ base, ours, theirs, path, write }, app) {
    const texts = await Promise.all([base, ours, theirs].map((file) => textOf(app, file)));
    const merge = mergePath(path || ours, texts[0] ?? "", texts[1] ?? "", texts[2] ?? "");
    const text = merge.kind === "deleted" ? "" : merge.text;
    // As bytes, so that the content is not redacted or re-encoded.
    if (write) await (await filesOf(app)).write(resolve(app.call.folder, ours), Buffer.from(text));
    return { text: write ? "" : text, conflicts: merge.kind === "conflicted" ? merge.conflicts.length : 0 };
  },

  toText: ({ text }) => text.replace(/\n$/, ""),
  exitCode: ({ conflicts }) => mergeExitCode(conflicts),
});

const filesOf = async (app: CommandCall) => (await app.context.openHere(app.call)).files;

async function textOf(app: CommandCall, file: string): Promise<string> {
  const text = await (await filesOf(app)).read(resolve(app.call.folder, file));
  if (text === undefined) throw new AppError("missing", `File not found: ${file}.`);
  return text;
}
