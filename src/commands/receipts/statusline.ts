import { basename } from "node:path";
import * as z from "zod";
import { defineCommand } from "../define-command.js";

interface Payload {
  readonly session_id?: unknown;
  readonly cwd?: unknown;
  readonly workspace?: { readonly project_dir?: unknown };
}

export const statusline = defineCommand({
  name: "statusline",
  summary: "Print one line for an agent's status bar: project, memories, tokens given in this session.",
  input: z.object({
    payload: z.string().default("").describe("What the agent sends, as JSON; - reads it from input."),
  }),
  positional: ["payload"],
  examples: ["statusline", "statusline -"],

  async run({ payload }, app) {
    const { session_id, cwd, workspace } = read(payload);
    const folder = [workspace?.project_dir, cwd].find((one): one is string => typeof one === "string");
    const session = typeof session_id === "string" ? session_id : "";
    const given = session === "" ? [] : await app.receipts.list({ session, limit: 1000 });
    return {
      project: basename(await app.identity.root(folder ?? app.call.folder)),
      memories: await app.memories.count(app.call),
      tokens: given.reduce((sum, { tokens }) => sum + tokens, 0),
    };
  },

  toText: ({ project, memories, tokens }, paint) =>
    [
      paint.bold(project),
      ...(memories === 0 ? [] : [`${memories} ${memories === 1 ? "memory" : "memories"}`]),
      ...(tokens === 0 ? [] : [`${tokens} tokens given`]),
    ].join(" · "),
});

/** A status bar must never show an error for a payload that changed its form. */
function read(payload: string): Payload {
  try {
    return (JSON.parse(payload) as Payload | null) ?? {};
  } catch {
    return {};
  }
}
