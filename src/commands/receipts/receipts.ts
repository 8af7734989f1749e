import * as z from "zod";
import { describeTally } from "../../domain/receipts/receipts.js";
import { defineCommand } from "../define-command.js";

export const receipts = defineCommand({
  name: "receipts",
  summary: "Show what agents received without asking: when, how much, and the text; and how often hooks gave nothing.",
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
      const head = `${one.at} ${one.agent} ${one.event}, about ${one.tokens} tokens`;
      return [paint.bold(head), ...one.text.split("\n").map((line) => `  ${line}`)].join("\n");
    });
    const total = list.length === 0 ? "No agent received anything yet." : `About ${tokens} tokens in total.`;
    return [...blocks, total, ...hooks.map(describeTally)].join("\n");
  },
});
