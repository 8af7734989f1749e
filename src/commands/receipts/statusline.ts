import { basename } from "node:path";
import * as z from "zod";
import { formatCount } from "../../base/text/plural.js";
import { timeAgo } from "../../base/text/time-ago.js";
import type { CommandCall } from "../../domain/command-app.js";
import { defineCommand } from "../define-command.js";

interface Payload {
  readonly session_id?: unknown;
  readonly cwd?: unknown;
  readonly workspace?: { readonly project_dir?: unknown };
}

export const statusline = defineCommand({
  name: "statusline",
  summary: "Print one line for an agent's status bar: project, memories, last sync, tokens injected in this session.",
  input: z.object({
    payload: z.string().default("").describe("The agent's JSON payload; - reads it from standard input."),
  }),
  positional: ["payload"],
  examples: ["statusline", "statusline -"],

  async run({ payload }, app) {
    const { session_id, cwd, workspace } = read(payload);
    const folder = [workspace?.project_dir, cwd].find((one): one is string => typeof one === "string");
    const session = typeof session_id === "string" ? session_id : "";
    const root = await app.identity.root(folder ?? app.call.folder);
    const sessionReceipts = session === "" ? [] : await app.receipts.list({ session, limit: 1000 });
    return {
      project: basename(root),
      memories: await countMemories(app, root),
      ago: timeAgo((await app.lastExchange(root))?.toISOString() ?? "", app.runtime.now().getTime()),
      tokens: sessionReceipts.reduce((sum, { tokens }) => sum + tokens, 0),
    };
  },

  toText: ({ project, memories, ago, tokens }, paint) =>
    [
      paint.bold(project),
      ...(memories === 0 ? [] : [formatCount(memories, "memory", "memories")]),
      ...(ago === "" ? [] : [`synced ${ago}`]),
      ...(tokens === 0 ? [] : [`${formatCount(tokens, "token")} injected`]),
    ].join(" · "),
});

/** Counts the project's memories that are not rejected or superseded. */
async function countMemories({ memories, call }: CommandCall, project: string): Promise<number> {
  const states = ["candidate", "verified"] as const;
  const counts = await Promise.all(states.map((state) => memories.list(call, { project, state, limit: 0, offset: 0 })));
  return counts.reduce((sum, { total }) => sum + total, 0);
}

/** A status bar must never show an error for a payload that changed its form. */
function read(payload: string): Payload {
  try {
    return (JSON.parse(payload) as Payload | null) ?? {};
  } catch {
    return {};
  }
}
