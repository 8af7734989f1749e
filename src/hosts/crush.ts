import { parseJsonObject } from "../base/json.js";
import type { Platform } from "../base/platform.js";
import type { SessionEvent } from "../store/archive/session-event.js";
import { gatherMessages, nothing, readJsonFile, rowPath } from "./gather-transcript.js";
import type { HookSetup, HostContext, OwnParts } from "./host.js";
import { bareHook, cannotAsk, inJson } from "./host-parts.js";
import { type Json, objectAt, objectsAt, textAt, valueAt } from "./json-fields.js";
import { denyOnly, type PayloadFormat } from "./payload.js";
import { callEvent, contentText, endOfCall, textEvents, timeOf, tokenFacts } from "./transcript-events.js";
import type { FindSessions, TranscriptFormat } from "./transcript-format.js";

const configOf = ({ platform, scope, project }: HostContext): string[] =>
  scope === "user"
    ? [platform.join(platform.configHome, "crush", "crush.json")]
    : ["crush.json", ".crush.json"].map((name) => platform.join(project, name));

export const crushHooks: HookSetup = {
  events: ["PreToolUse"],
  location: (context) => ({ kind: "list", file: configOf(context)[0] ?? "", item: bareHook }),
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
  const list = await readJsonFile(transcripts, platform.join(dataOf(platform), "projects.json"));
  const found = objectsAt(list, "projects").map(async (project) => {
    const database = platform.join(textAt(project, "data_dir"), "crush.db");
    const rows = await databases.all(database, "SELECT id FROM sessions ORDER BY created_at");
    return rows.map(({ id }) => ({ path: rowPath(database, String(id)), folder: textAt(project, "path") }));
  });
  return (await Promise.all(found)).flat();
};

/** Rows of `<project>/.crush/crush.db`: a session, and messages with parts. */
export const crushTranscripts: TranscriptFormat = {
  findOthers: findRows,
  gather: (state, sources) => gatherMessages(state, sources, "created_at, rowid", { role: "about" }),
  read(row, position) {
    const role = textAt(row, "role");
    if (role === "about") {
      const facts = {
        sessionId: textAt(row, "id"),
        title: textAt(row, "title"),
        parent: textAt(row, "parent_session_id"),
      };
      return { facts: { ...facts, ...tokenFacts(row.prompt_tokens, row.completion_tokens) } };
    }
    const key = textAt(row, "id") || position;
    const at = timeOf(row.created_at);
    const parts = objectsAt(parseJsonObject(`{"parts":${textAt(row, "parts") || "[]"}}`), "parts");
    const text = contentText(parts.filter(({ type }) => type === "text").map(({ data }) => data));
    const tools = parts.flatMap((part) => toolEvents(part, at));
    if (row.is_summary_message === 1) return { events: textEvents("summary", text, key, at) };
    if (role === "user") return { events: textEvents("prompt", text, key, at) };
    if (role === "tool") return { events: tools };
    if (role !== "assistant") return nothing;
    return { facts: { model: textAt(row, "model") }, events: [...textEvents("answer", text, key, at), ...tools] };
  },
};

function toolEvents({ type, data }: Json, at: string): SessionEvent[] {
  if (type === "tool_call") {
    const input = parseJsonObject(textAt(data, "input")) ?? objectAt(data, "input");
    return [callEvent(textAt(data, "id"), at, textAt(data, "name"), input)];
  }
  if (type !== "tool_result") return [];
  const text = textAt(data, "content");
  const ok = valueAt(data, "is_error") !== true;
  return [endOfCall(textAt(data, "tool_call_id"), at, { text, ok }, /Exit code (\d+)/)];
}

export const crush: OwnParts = {
  id: "crush",
  name: "Crush",
  commands: ["crush"],
  detectionPaths: (platform) => [platform.join(platform.configHome, "crush"), dataOf(platform)],
  server: (context) => inJson(configOf(context), "mcp", "throughline"),
  serverEntry: (plain) => ({ type: "stdio", ...plain }),
  skills: ({ platform: { join, configHome }, scope, project }) =>
    scope === "user" ? join(configHome, "crush", "skills") : join(project, ".crush", "skills"),
  notes: ({ platform: { join }, scope, project }) =>
    scope === "user" ? [] : ["CRUSH.md", "AGENTS.md"].map((name) => ({ file: join(project, name) })),
  limits: [
    cannotAsk,
    "Its only hook runs before a tool: what a session starts with comes with the server's instructions, and nothing comes with prompts or after tools.",
  ],
  basis: "Written from its source of August 2026; not tested with the real program.",
};
