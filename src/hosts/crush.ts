import type { Platform } from "../base/platform.js";
import type { SessionEvent } from "../store/archive/session-event.js";
import { cannotAsk, type HookSetup, type Host, type HostContext, hookTimeoutSeconds } from "./host.js";
import {
  contentText,
  countAt,
  type Json,
  objectAt,
  objectsAt,
  parseJsonObject,
  textAt,
  timeOf,
} from "./json-fields.js";
import { denyOnly, type PayloadFormat } from "./payload.js";
import {
  callEvent,
  exitCodeIn,
  type FindSessions,
  type Gather,
  nothing,
  readJsonFile,
  resultEvent,
  rowOf,
  rowPath,
  type TranscriptFormat,
  textEvents,
  wholePiece,
} from "./transcript-format.js";

const configOf = ({ platform, scope, project }: HostContext): string[] =>
  scope === "user"
    ? [platform.join(platform.configHome, "crush", "crush.json")]
    : ["crush.json", ".crush.json"].map((name) => platform.join(project, name));

export const crushHooks: HookSetup = {
  events: ["PreToolUse"],
  location: (context) => ({
    kind: "list",
    file: configOf(context)[0] ?? "",
    companions: {},
    item: (words, _, { shellLine }) => ({ command: shellLine(words), timeout: hookTimeoutSeconds }),
  }),
};

/** It knows Claude Code's answers. A session's database is in its project. */
export const crushPayloads: PayloadFormat = {
  occasions: { PreToolUse: "action" },
  read: (_, { session, folder }) => (folder ? { transcript: rowPath(`${folder}/.crush/crush.db`, session) } : {}),
  stop: denyOnly,
};

const dataOf = ({ os, env, home, join }: Platform) =>
  os === "win32"
    ? join(env.LOCALAPPDATA || join(home, "AppData", "Local"), "crush")
    : join(env.XDG_DATA_HOME || join(home, ".local", "share"), "crush");

/** Each project has a database; a file of the person's lists the projects. */
const findRows: FindSessions = async ({ databases, transcripts, platform }) => {
  const projects = objectsAt(
    await readJsonFile(transcripts, platform.join(dataOf(platform), "projects.json")),
    "projects",
  );
  const found = projects.map(async (project) => {
    const database = platform.join(textAt(project, "data_dir"), "crush.db");
    const rows = await databases.all(database, "SELECT id FROM sessions ORDER BY created_at");
    return rows.map(({ id }) => ({ path: rowPath(database, String(id)), folder: textAt(project, "path") }));
  });
  return (await Promise.all(found)).flat();
};

const gatherRows: Gather = async (state, { databases }) => {
  const { database, session } = rowOf(state.path);
  const [row] = await databases.all(database, "SELECT * FROM sessions WHERE id = ?", [session]);
  if (!row) return "missing";
  const text = "SELECT * FROM messages WHERE session_id = ? ORDER BY created_at, rowid";
  return wholePiece([{ ...row, role: "about" }, ...(await databases.all(database, text, [session]))], state);
};

/** Rows of `<project>/.crush/crush.db`: a session, and messages with parts. */
export const crushTranscripts: TranscriptFormat = {
  folders: () => [],
  findOthers: findRows,
  isGathered: () => true,
  gather: gatherRows,
  read(row, position) {
    const role = textAt(row, "role");
    if (role === "about") {
      const parent = textAt(row, "parent_session_id");
      const facts = { sessionId: textAt(row, "id"), title: textAt(row, "title"), ...(parent ? { parent } : {}) };
      const tokens = { tokensIn: countAt(row, "prompt_tokens"), tokensOut: countAt(row, "completion_tokens") };
      return { facts: { ...facts, ...tokens }, events: [] };
    }
    const key = textAt(row, "id") || position;
    const at = timeOf(row.created_at);
    const parts = objectsAt(parseJsonObject(`{"parts":${textAt(row, "parts") || "[]"}}`), "parts");
    const text = contentText(parts.filter(({ type }) => type === "text").map(({ data }) => data));
    const tools = parts.flatMap((part) => toolEvents(part, at));
    if (row.is_summary_message === 1) return { events: textEvents("summary", text, key, at) };
    if (role === "user") return { events: textEvents("prompt", text, key, at) };
    const model = textAt(row, "model");
    if (role === "assistant")
      return { facts: model ? { model } : {}, events: [...textEvents("answer", text, key, at), ...tools] };
    return role === "tool" ? { events: tools } : nothing;
  },
};

function toolEvents({ type, data }: Json, at: string): SessionEvent[] {
  if (type === "tool_call") {
    const input = parseJsonObject(textAt(data, "input")) ?? objectAt(data, "input");
    return [callEvent(textAt(data, "id"), at, textAt(data, "name"), input)];
  }
  if (type !== "tool_result") return [];
  const text = textAt(data, "content");
  const exitCode = exitCodeIn(text, /Exit code (\d+)/);
  const ok = objectAt({ data }, "data").is_error !== true && (exitCode ?? 0) === 0;
  return [resultEvent(textAt(data, "tool_call_id"), at, { text, ok, exitCode })];
}

export const crush: Host = {
  id: "crush",
  name: "Crush",
  commands: ["crush"],
  detectionPaths: (platform) => [platform.join(platform.configHome, "crush"), dataOf(platform)],
  server: (context) => ({ files: configOf(context), format: "json", path: ["mcp", "throughline"] }),
  serverEntry: (plain) => ({ type: "stdio", ...plain }),
  hooks: crushHooks,
  payloads: crushPayloads,
  transcripts: crushTranscripts,
  skills: (context) =>
    context.scope === "user"
      ? context.platform.join(context.platform.configHome, "crush", "skills")
      : context.platform.join(context.project, ".crush", "skills"),
  notes: ({ platform: { join }, scope, project }) =>
    scope === "user" ? [] : ["CRUSH.md", "AGENTS.md"].map((name) => ({ file: join(project, name) })),
  limits: [
    cannotAsk,
    "Its only hook runs before a tool: what a session starts with comes with the server's instructions, and nothing comes with prompts or after tools.",
  ],
  basis: "Written from its source of August 2026; not tested with the real program.",
};
