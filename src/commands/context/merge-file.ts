import { resolve } from "node:path";
import * as z from "zod";
import { AppError } from "../../base/errors.js";
import { mergeFile as mergePath } from "../../domain/merge/merge-file.js";
import { mergeExitCode } from "../../domain/merge/merge-result.js";
import { defineCommand } from "../define-command.js";
import { flag } from "../fields.js";

export const mergeFile = defineCommand("merge-file", {
  summary: "Merge two versions of a file by section, field or record, as git merge-file does by line.",
  input: z.object({
    base: z.string().describe("Common ancestor."),
    ours: z.string().describe("Our version."),
    theirs: z.string().describe("Their version."),
    path: z.string().default("").describe("Real name of the file, which decides how to merge it."),
    write: flag("Write the result to our version instead of printing it."),
  }),
  positional: ["base", "ours", "theirs"],
  verbatim: "The output is the merged file.",
  examples: ["merge-file base.md ours.md theirs.md", "merge-file --path notes.md --write %O %A %B"],

  async run({ base, ours, theirs, path, write }, app) {
    const { files } = await app.context.openHere(app.call);
    const read = async (file: string) => {
      const text = await files.read(resolve(app.call.folder, file));
      if (text === undefined) throw new AppError("missing", `File not found: ${file}.`);
      return text;
    };
    const merge = mergePath(path || ours, await read(base), await read(ours), await read(theirs));
    const text = merge.kind === "deleted" ? "" : merge.text;
    // As bytes, so that the content is not redacted or re-encoded.
    if (write) await files.write(resolve(app.call.folder, ours), Buffer.from(text));
    return { text: write ? "" : text, conflicts: merge.kind === "conflicted" ? merge.conflicts.length : 0 };
  },

  toText: ({ text }) => text.replace(/\n$/, ""),
  exitCode: ({ conflicts }) => mergeExitCode(conflicts),
});
