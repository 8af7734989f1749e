import * as z from "zod";
import { defineCommand } from "../define-command.js";

export const codeStatus = defineCommand({
  name: "code status",
  summary: "Show which repositories are indexed.",
  input: z.object({ tenant: z.string().optional().describe("Whose; you by default.") }),
  examples: ["code status"],

  async run({ tenant }, app) {
    const all = await app.code.status(app.call, tenant);
    return { repositories: all.map(({ id: _, ...shown }) => shown) };
  },

  toText({ repositories }, paint) {
    if (repositories.length === 0) return "Nothing is indexed. Begin with `throughline code index`.";
    return repositories
      .map((one) => `${paint.bold(one.path)}  ${one.files} files, ${one.chunks} chunks ${paint.dim(one.indexedAt)}`)
      .join("\n");
  },
});
