import * as z from "zod";
import { defineCommand } from "../define-command.js";

export const receipts = defineCommand({
  name: "receipts",
  summary: "Show what agents were given without asking: when, how much, and the text.",
  input: z.object({
    session: z.string().default("").describe("Only this session."),
    limit: z.int().min(1).max(1000).default(10).describe("How many, the newest first."),
  }),
  examples: ["receipts", "receipts --limit 1"],

  async run(query, app) {
    const given = await app.receipts.list(query);
    return { receipts: given, tokens: given.reduce((sum, { tokens }) => sum + tokens, 0) };
  },

  toText({ receipts: given, tokens }, paint) {
    if (given.length === 0) return "Nothing was given to an agent yet.";
    const blocks = given.map((one) => {
      const head = `${one.at} ${one.agent} ${one.event}, about ${one.tokens} tokens`;
      return [paint.bold(head), ...one.text.split("\n").map((line) => `  ${line}`)].join("\n");
    });
    return [...blocks, `About ${tokens} tokens in all.`].join("\n");
  },
});
