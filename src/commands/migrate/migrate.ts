import * as z from "zod";
import { defineCommand } from "../define-command.js";

export const migrate = defineCommand({
  name: "migrate",
  summary: "Copy everything from one database into another, compare both, and go on where an interrupted run was.",
  input: z.object({
    from: z.string().min(1).describe("sqlite:<path> or postgres://<user>@<host>/<database>."),
    to: z.string().min(1).describe("The same; an empty one unless --add is said."),
    add: z
      .boolean()
      .default(false)
      .describe("Add to what the target has; rows that are there already stay as they are."),
  }),
  examples: ["migrate --from sqlite:throughline.db --to postgres://owner@db.example/throughline"],

  run: (move, app) => app.moveDatabase(app.call, move),

  toText({ tables, isResumed, isWhole }) {
    const shown = tables.filter(({ rows, isEqual }) => rows > 0 || !isEqual);
    return [
      ...(isResumed ? ["Went on where the last run ended."] : []),
      ...shown.map(
        (one) => `${one.isEqual ? "equal " : "DIFFERS"} ${one.table}: ${one.rows} rows ${one.checksum.slice(0, 16)}`,
      ),
      isWhole
        ? "Everything arrived. Set the setting database to the new one."
        : "Not everything arrived as it was. Stop whatever writes to the source, then run it again with an empty target.",
    ].join("\n");
  },

  isFailure: ({ isWhole }) => !isWhole,
});
