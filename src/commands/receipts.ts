import { basename } from "node:path";
import * as z from "zod";
import { isObject, parseJson } from "../base/json.js";
import { formatCount } from "../base/text/plural.js";
import { timeAgo } from "../base/text/time-ago.js";
import type { CommandCall } from "../domain/command-app.js";
import { usesOf } from "../domain/receipts/match-receipts.js";
import type { Receipt } from "../domain/receipts/receipt.js";
import { describeTally } from "../domain/receipts/receipts.js";
import type { DistilledRun } from "../store/memory/distilled-store.js";
import { defineCommand } from "./define-command.js";

const maxReceipts = 5000;
const maxMemories = 500;

export const receipts = defineCommand("receipts", {
  summary: "List what hooks injected and why some injected nothing, how lessons were used, and what distilling cost.",
  input: z.object({
    session: z.string().default("").describe("Only this session."),
    limit: z.int().min(1).max(1000).default(10).describe("Maximum number of receipts, the newest first."),
  }),
  examples: ["receipts", "receipts --limit 1"],

  async run(query, app) {
    const list = await app.receipts.list(query);
    const newest = await app.receipts.list({ session: query.session, limit: maxReceipts });
    const runs = await app.distiller.runs(app.call, query.limit);
    return {
      receipts: list,
      tokens: tokensOf(list),
      hooks: await app.receipts.tally(),
      lessons: usesOf(newest, await app.memories.newest(app.call, maxMemories)).slice(0, query.limit),
      distilled: runs.filter(({ sessionId }) => sessionId.startsWith(query.session)),
    };
  },

  toText: ({ receipts: list, tokens, hooks, lessons, distilled }, paint) => [
    list.map((one) => [
      paint.bold(`${one.at} ${one.agent} ${one.event}, about ${formatCount(one.tokens, "token")}`),
      one.text.split("\n").map((line) => `  ${line}`),
    ]),
    list.length === 0 ? "No context was injected yet." : `Total: about ${formatCount(tokens, "token")}.`,
    lessons.map(
      ({ id, title, given, followed, contradicted }) =>
        `${title} ${paint.dim(id)}: given in ${formatCount(given, "session")}, followed ${followed}, contradicted ${contradicted}`,
    ),
    hooks.map(describeTally),
    distilled.map(describeRun),
  ],
});

const tokensOf = (receipts: readonly Receipt[]) => receipts.reduce((sum, { tokens }) => sum + tokens, 0);

const describeRun = (run: DistilledRun): string =>
  `${run.at} ${run.model} distilled ${run.sessionId.slice(0, 12)}: ${run.inputTokens} tokens in, ${run.outputTokens} out, ${run.cost > 0 ? `$${run.cost.toFixed(4)}` : "price unknown"}, ${formatCount(run.lessons, "lesson")}, ${run.dropped} dropped`;

export const statusline = defineCommand("statusline", {
  summary: "Print one line for an agent's status bar: project, memories, last sync, tokens injected in this session.",
  input: z.object({
    payload: z.string().default("").describe("The agent's JSON payload; - reads it from standard input."),
  }),
  positional: ["payload"],
  examples: ["statusline", "statusline -"],

  async run({ payload }, app) {
    // A status bar must never show an error for a payload that changed its form.
    const fields = fieldsOf(parseJson(payload));
    const folder = [fieldsOf(fields.workspace).project_dir, fields.cwd].find((one) => typeof one === "string");
    const session = typeof fields.session_id === "string" ? fields.session_id : "";
    const root = await app.identity.root(folder ?? app.call.folder);
    return {
      project: basename(root),
      memories: await countMemories(app, root),
      ago: timeAgo((await app.lastExchange(root))?.toISOString() ?? "", app.runtime.now().getTime()),
      tokens: session === "" ? 0 : tokensOf(await app.receipts.list({ session, limit: 1000 })),
    };
  },

  toText: ({ project, memories, ago, tokens }, paint) =>
    [
      paint.bold(project),
      memories > 0 && formatCount(memories, "memory", "memories"),
      ago && `synced ${ago}`,
      tokens > 0 && `${formatCount(tokens, "token")} injected`,
    ]
      .filter(Boolean)
      .join(" · "),
});

const fieldsOf = (value: unknown) => (isObject(value) ? value : {});

/** Counts the project's memories that are not rejected or superseded. */
async function countMemories({ memories, call }: CommandCall, project: string): Promise<number> {
  const states = ["candidate", "verified"] as const;
  const counts = await Promise.all(states.map((state) => memories.list(call, { project, state, limit: 0, offset: 0 })));
  return counts.reduce((sum, { total }) => sum + total, 0);
}
