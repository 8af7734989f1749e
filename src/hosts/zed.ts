import { isObject, parseJsonObject } from "../base/json.js";
import type { Platform } from "../base/platform.js";
import type { SessionEvent } from "../store/archive/session-event.js";
import { nothing, rowOf, rowPath, wholePiece } from "./gather-transcript.js";
import type { OwnParts } from "./host.js";
import { inJson, rootOf, scopedFolder } from "./host-parts.js";
import { firstText, type Json, objectAt, objectsAt, textAt } from "./json-fields.js";
import { callEvent, contentText, resultEvent, spokenEvents, textEvents, timeOf } from "./transcript-events.js";
import type { FindSessions, Gather, TranscriptFormat } from "./transcript-format.js";

/** Zed follows XDG on macOS too. */
const homeOf = ({ os, join, appData, configHome }: Platform) =>
  os === "win32" ? join(appData, "Zed") : join(configHome, "zed");

const databaseOf = ({ os, env, home, join, appData }: Platform) => {
  const data = {
    linux: join(env.FLATPAK_XDG_DATA_HOME || env.XDG_DATA_HOME || join(home, ".local", "share"), "zed"),
    darwin: join(appData, "Zed"),
    win32: join(env.LOCALAPPDATA || join(home, "AppData", "Local"), "Zed"),
  }[os];
  return join(data, "threads", "threads.db");
};

const findThreads: FindSessions = async ({ databases, platform }) => {
  const database = databaseOf(platform);
  const rows = await databases.all(database, "SELECT * FROM threads ORDER BY updated_at");
  return rows.map(({ id, folder_paths }) => ({
    path: rowPath(database, String(id)),
    // All folders of the window, one a line.
    folder: String(folder_paths ?? "").split("\n")[0] ?? "",
  }));
};

/** A thread is one compressed document. */
const gatherThread: Gather = async (state, { databases, transcripts }) => {
  const { database, session } = rowOf(state.path);
  const [row] = await databases.all(database, "SELECT * FROM threads WHERE id = ?", [session]);
  if (!row) return "missing";
  const { data, ...about } = row;
  const bytes = data instanceof Uint8Array ? data : Buffer.from(String(data));
  const text = Buffer.from(row.data_type === "zstd" ? await transcripts.decompress(bytes) : bytes).toString("utf8");
  const thread = parseJsonObject(text) ?? {};
  const at = about.created_at ?? about.updated_at;
  const messages = objectsAt(thread, "messages").map((message) => ({ ...message, at }));
  return wholePiece([{ ...about, isAbout: true, model: textAt(thread, "model", "model") }, ...messages], state);
};

/** Rows of `threads.db`. Messages of before mid 2025 have a role and segments. */
export const zedTranscripts: TranscriptFormat = {
  databases: (platform) => [databaseOf(platform)],
  findOthers: findThreads,
  gather: gatherThread,
  read(line, position) {
    const at = timeOf(line.at);
    if (line.isAbout === true) {
      const facts = { sessionId: textAt(line, "id"), parent: textAt(line, "parent_id") };
      return { facts: { ...facts, title: textAt(line, "summary"), model: textAt(line, "model") } };
    }
    if (isObject(line.User)) return { events: textEvents("prompt", textOf(line.User), position, at) };
    if (isObject(line.Agent))
      return { events: [...textEvents("answer", textOf(line.Agent), position, at), ...toolEvents(line.Agent, at)] };
    if (line.role !== "user" && line.role !== "assistant") return nothing;
    const text = contentText(objectsAt(line, "segments").filter(({ type }) => type === "text"));
    return { events: spokenEvents(line.role, text, position, at) };
  },
};

const textOf = (message: Json): string =>
  objectsAt(message, "content")
    .map((block) => firstText(block, "Text") || textAt(block, "Mention", "content"))
    .filter(Boolean)
    .join("\n");

function toolEvents(message: Json, at: string): SessionEvent[] {
  const results = objectAt(message, "tool_results");
  return objectsAt(message, "content").flatMap((block) => {
    const use = objectAt(block, "ToolUse");
    const id = textAt(use, "id");
    if (id === "") return [];
    const call = callEvent(id, at, textAt(use, "name"), objectAt(use, "input"));
    const result = objectAt(results, id);
    if (Object.keys(result).length === 0) return [call];
    const text = textAt(result, "content", "Text") || contentText(result.output) || contentText(result.content);
    return [call, resultEvent(id, at, { text, ok: result.is_error !== true })];
  });
}

export const zed: OwnParts = {
  id: "zed",
  name: "Zed",
  commands: ["zed"],
  detectionPaths: (platform) => [homeOf(platform)],
  server: (context) => {
    const folder = scopedFolder(context, homeOf(context.platform), ".zed");
    return inJson([context.platform.join(folder, "settings.json")], "context_servers", "throughline");
  },
  serverEntry: (plain) => ({ source: "custom", ...plain }),
  skills: (context) => context.platform.join(rootOf(context), ".agents", "skills"),
  notes: ({ platform: { join }, scope, project }) =>
    scope === "user" ? [] : [".rules", "AGENTS.md"].map((name) => ({ file: join(project, name) })),
  limits: ["The editor runs nothing before a prompt is sent.", "Its threads have one time each, that of their start."],
  basis: "Written from its documentation and from threads that others describe; not tested with the real program.",
};
