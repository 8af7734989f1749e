import * as z from "zod";
import { undoOverruled } from "../../domain/context/sync/undo-overruled.js";
import { defineCommand } from "../define-command.js";

export const syncUndo = defineCommand({
  name: "sync undo",
  summary: "Restore the versions that the last pull with ours or theirs discarded.",
  input: z.object({}),
  examples: ["sync undo"],
  run: async (_, app) => undoOverruled(await app.context.open(app.call)),

  toText: ({ files }) => `Restored: ${(files as string[]).join(", ") || "nothing; later edits do not fit"}.`,
});
