import * as z from "zod";
import { formatCount } from "../../base/text/plural.js";
import { defineCommand } from "../define-command.js";

export const migrate = defineCommand({
  name: "migrate",
  summary: "Copy a database into another and verify the copy. Resumes an interrupted run.",
  input: z.object({
    from: z.string().min(1).describe("Source: sqlite:<path> or postgres://<user>@<host>/<database>."),
    to: z.string().min(1).describe("Target, in the same form. Must be empty without --add."),
    add: z.boolean().default(false).describe("Add to a target that has rows. Existing rows are not changed."),
  }),
  examples: ["migrate --from sqlite:throughline.db --to postgres://owner@db.example/throughline"],

  run: (move, app) => app.moveDatabase(app.call, move),

  toText({ tables, isResumed, isWhole }) {
    const rows = tables.filter(({ rows, isEqual }) => rows > 0 || !isEqual);
    return [
      ...(isResumed ? ["Resumed the previous run."] : []),
      ...rows.map(
        (one) =>
          `${one.isEqual ? "equal " : "DIFFERS"} ${one.table}: ${formatCount(one.rows, "row")} ${one.checksum.slice(0, 16)}`,
      ),
      isWhole
        ? "The copy is complete. Set the setting `database` to the target."
        : "The copy differs from the source. Stop every process that writes to the source, then run this again with an empty target.",
    ].join("\n");
  },

  isFailure: ({ isWhole }) => !isWhole,
});
