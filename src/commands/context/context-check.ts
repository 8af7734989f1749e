import * as z from "zod";
import { plural } from "../../base/text/plural.js";
import { checkContext } from "../../domain/context/check-context.js";
import { defineCommand } from "../define-command.js";

export const contextCheck = defineCommand({
  name: "context check",
  summary: "Check the shared entries: unreadable, stale, oversized, unowned, duplicate or contradicting. For CI.",
  input: z.object({
    max_bytes: z.coerce.number().int().min(1).default(32_768).describe("Largest entry, in bytes."),
    require_owner: z.boolean().default(false).describe("Report entries without an owner."),
  }),
  examples: ["context check", "context check --require-owner"],

  async run({ max_bytes, require_owner }, app) {
    const project = await app.context.open(app.call);
    const problems = await checkContext(project, { maxBytes: max_bytes, requireOwner: require_owner });
    return { problems };
  },

  toText: ({ problems }) =>
    problems.length === 0
      ? "No problems."
      : [
          ...problems.map(({ file, kind, problem }) => `${kind}  ${file}  ${problem}`),
          `${problems.length} ${plural(problems.length, "problem")}.`,
        ].join("\n"),
  isFailure: ({ problems }) => problems.length > 0,
});
