import * as z from "zod";
import { formatCount } from "../base/text/plural.js";
import { defineCommand } from "./define-command.js";
import { optionalText } from "./fields.js";

export const codeStatus = defineCommand("code status", {
  summary: "List the indexed repositories.",
  input: z.object({ tenant: optionalText("Owner of the index. Default: git user.") }),

  async run({ tenant }, app) {
    const repositories = await app.code.status(app.call, tenant);
    const others = repositories.length === 0 ? await app.code.owners(app.call) : [];
    return {
      repositories: repositories.map(({ id: _, ...shown }) => shown),
      ...(others.length > 0 ? { other_owners: others } : {}),
    };
  },

  toText({ repositories, other_owners }, paint) {
    if (other_owners)
      return `You have not indexed a repository. These git users have: ${other_owners.join(", ")}. List theirs with \`throughline code status --tenant ${other_owners[0]}\`.`;
    return repositories.map(
      (one) =>
        `${paint.bold(one.path)}  ${formatCount(one.files, "file")}, ${formatCount(one.chunks, "chunk")} ${paint.dim(one.indexedAt)}${one.isDeleted ? " (folder no longer exists)" : ""}`,
    );
  },
  whenEmpty: "No repositories are indexed. Index one with `throughline code index`.",
});
