import * as z from "zod";
import { formatCount } from "../../base/text/plural.js";
import { describeTally } from "../../domain/receipts/receipts.js";
import { defineCommand } from "../define-command.js";

export const receipts = defineCommand({
  name: "receipts",
  summary:
    "List the context that hooks injected into sessions: time, size and text; and how often they injected none, and why.",
  input: z.object({
    session: z.string().default("").describe("Only this session."),
    limit: z.int().min(1).max(1000).default(10).describe("Maximum number of receipts, the newest first."),
  }),
  examples: ["receipts", "receipts --limit 1"],

  async run(query, app) {
    const list = await app.receipts.list(query);
    const hooks = await app.receipts.tally();
    return { receipts: list, tokens: list.reduce((sum, { tokens }) => sum + tokens, 0), hooks };
  },

  toText({ receipts: list, tokens, hooks }, paint) {
    const blocks = list.map((one) => {
      const head = `${one.at} ${one.agent} ${one.event}, about ${formatCount(one.tokens, "token")}`;
      return [paint.bold(head), ...one.text.split("\n").map((line) => `  ${line}`)].join("\n");
    });
    const total = list.length === 0 ? "No context was injected yet." : `Total: about ${formatCount(tokens, "token")}.`;
    return [...blocks, total, ...hooks.map(describeTally)].join("\n");
  },
});
