import * as z from "zod";
import { formatCount } from "../../base/text/plural.js";
import { defineCommand } from "../define-command.js";

export const secretsStatus = defineCommand({
  name: "secrets status",
  summary: "Show whether the current rules were applied to everything that is stored, and what they redacted.",
  input: z.object({}),
  examples: ["secrets status"],
  run: (_, app) => app.secrets.cleaningStatus(),

  toText({ isCurrent, last }) {
    const next = "A running server applies them in the background. Run `throughline secrets clean` to do it now.";
    if (last === undefined) return `The rules were not yet applied to what is stored. ${next}`;
    const values = last.columns.reduce((sum, one) => sum + one.values, 0);
    const redacted = `Redacted ${formatCount(values, "value")} and ${formatCount(last.files.length, "file")}.`;
    return [
      isCurrent
        ? `The current rules were applied to everything that is stored (${last.finishedAt}).`
        : `The rules have changed. ${next}`,
      redacted,
      ...last.columns.map((one) => `${one.column}: ${formatCount(one.values, "value")}`),
      ...last.files,
      ...(last.failedRows > 0 ? [`Could not clean ${formatCount(last.failedRows, "row")}.`] : []),
      ...last.busyFiles.map((path) => `${path} was in use; the next server cleans it.`),
    ].join("\n");
  },
});
