import type { Json } from "./json-fields.js";
import type { Restoration, RestoredBlock, RestoredSession } from "./restored-session.js";

type Result = RestoredBlock & { readonly kind: "result" };

const tokens = { input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } };

/** The form of `opencode export`, which OpenCode and its fork take into their database. */
export function restoreForOpenCode(session: RestoredSession, program: string): Restoration {
  const { id, folder, title, startedAt, messages } = session;
  const created = Date.parse(startedAt);
  const blocks = messages.flatMap((message) => message.blocks);
  const results = new Map(blocks.flatMap((one) => (one.kind === "result" ? [[one.call, one] as const] : [])));
  // A result is part of its call.
  const spoken = messages.filter(({ blocks }) => blocks.some(({ kind }) => kind !== "result"));
  const ids = spoken.map(({ key }, i) =>
    key.startsWith("msg_") ? key : `msg_${id.slice(4, 16)}${String(i).padStart(6, "0")}`,
  );
  const place = { id, slug: "restored", projectID: "global", directory: folder };
  const time = { created, updated: created };
  const info = { ...place, title: `${title} (${session.note})`, version: "1.0.0", time };
  const entries = spoken.map((message, i) => {
    const messageID = ids[i] ?? "";
    const at = Date.parse(message.at) || created;
    const parts = message.blocks.map((block, j) => ({
      id: block.kind === "text" && block.key.startsWith("prt_") ? block.key : `prt_${messageID.slice(4)}${j}`,
      sessionID: id,
      messageID,
      ...partOf(block, results, at),
    }));
    return { info: messageInfo(session, message.role, { messageID, parentID: ids[i - 1] ?? "", at }), parts };
  });
  return {
    path: `${id}.json`,
    text: JSON.stringify({ info, messages: entries }),
    take: { program, args: (path) => ["import", path] },
    resume: `${program} --session ${id}`,
  };
}

function messageInfo(
  { id, folder, model }: RestoredSession,
  role: "user" | "assistant",
  { messageID, parentID, at }: { messageID: string; parentID: string; at: number },
) {
  const names = { providerID: "restored", modelID: model || "restored" };
  const common = { id: messageID, sessionID: id, role, agent: "build" };
  if (role === "user") return { ...common, time: { created: at }, model: names };
  const done = { cost: 0, tokens, finish: "stop", time: { created: at, completed: at } };
  return { ...common, ...names, parentID, mode: "build", path: { cwd: folder, root: folder }, ...done };
}

function partOf(block: RestoredBlock, results: ReadonlyMap<string, Result>, at: number): Json {
  const time = { start: at, end: at };
  if (block.kind !== "call") return { type: "text", text: block.text, time };
  const { text = "", ok = false, exitCode = 0 } = results.get(block.call) ?? {};
  const state = ok
    ? { status: "completed", output: text, title: block.tool, metadata: { exit: exitCode } }
    : { status: "error", error: text };
  return { type: "tool", tool: block.tool, callID: block.call, state: { ...state, input: block.input, time } };
}
