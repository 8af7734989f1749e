import * as z from "zod";
import { formatCount } from "../../base/text/plural.js";
import { defineCommand } from "../define-command.js";

export const receipts = defineCommand({
  name: "receipts",
  summary: "List the context that hooks injected into sessions: time, size and text.",
  input: z.object({
    session: z.string().default("").describe("Only this session."),
    limit: z.int().min(1).max(1000).default(10).describe("Number of receipts, newest first."),
  }),
  examples: ["receipts", "receipts --limit 1"],

  async run(query, app) {
    const receiptList = await app.receipts.list(query);
    return { receipts: receiptList, tokens: receiptList.reduce((sum, { tokens }) => sum + tokens, 0) };
  },

  toText({ receipts: receiptList, tokens }, paint) {
    if (receiptList.length === 0) return "No context was injected yet.";
    const blocks = receiptList.map((one) => {
      const head = `${one.at} ${one.agent} ${one.event}, about ${formatCount(one.tokens, "token")}`;
      return [paint.bold(head), ...one.text.split("\n").map((line) => `  ${line}`)].join("\n");
    });
    return [...blocks, `Total: about ${formatCount(tokens, "token")}.`].join("\n");
  },
});
