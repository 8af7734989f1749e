import * as z from "zod";
import { formatCount } from "../../base/text/plural.js";
import { describeTally } from "../../domain/receipts/receipts.js";
import type { DistilledRun } from "../../store/memory/distilled-store.js";
import { defineCommand } from "../define-command.js";

export const receipts = defineCommand({
  name: "receipts",
  summary: "List what hooks injected, why some injected nothing, and what distilling sessions cost.",
  input: z.object({
    session: z.string().default("").describe("Only this session."),
    limit: z.int().min(1).max(1000).default(10).describe("Maximum number of receipts, the newest first."),
  }),
  examples: ["receipts", "receipts --limit 1"],

  async run(query, app) {
    const list = await app.receipts.list(query);
    const hooks = await app.receipts.tally();
    const distilled = await app.distiller.runs(app.call, query.limit);
    const tokens = list.reduce((sum, one) => sum + one.tokens, 0);
    return {
      receipts: list,
      tokens,
      hooks,
      distilled: distilled.filter(({ sessionId }) => sessionId.startsWith(query.session)),
    };
  },

  toText({ receipts: list, tokens, hooks, distilled }, paint) {
    const blocks = list.map((one) => {
      const head = `${one.at} ${one.agent} ${one.event}, about ${formatCount(one.tokens, "token")}`;
      return [paint.bold(head), ...one.text.split("\n").map((line) => `  ${line}`)].join("\n");
    });
    const total = list.length === 0 ? "No context was injected yet." : `Total: about ${formatCount(tokens, "token")}.`;
    return [...blocks, total, ...hooks.map(describeTally), ...distilled.map(describeRun)].join("\n");
  },
});

const describeRun = ({
  at,
  model,
  sessionId,
  inputTokens,
  outputTokens,
  cost,
  lessons,
  dropped,
}: DistilledRun): string =>
  `${at} ${model} distilled ${sessionId.slice(0, 12)}: ${inputTokens} tokens in, ${outputTokens} out, ${cost > 0 ? `$${cost.toFixed(4)}` : "price unknown"}, ${formatCount(lessons, "lesson")}, ${dropped} dropped`;
