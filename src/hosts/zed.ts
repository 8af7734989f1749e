import { isObject } from "../base/json.js";
import type { Platform } from "../base/platform.js";
import type { SessionEvent } from "../store/archive/session-event.js";
import type { Host } from "./host.js";
import {
  contentText,
  firstText,
  type Json,
  objectAt,
  objectsAt,
  parseJsonObject,
  textAt,
  timeOf,
} from "./json-fields.js";
import {
  callEvent,
  type FindSessions,
  type Gather,
  nothing,
  resultEvent,
  rowOf,
  rowPath,
  type TranscriptFormat,
  textEvents,
  wholePiece,
} from "./transcript-format.js";

/** Zed follows XDG on macOS too. */
const folderOf = ({ os, join, appData, configHome }: Platform) =>
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
  folders: () => [],
  databases: (platform) => [databaseOf(platform)],
  findOthers: findThreads,
  isGathered: () => true,
  gather: gatherThread,
  read(line, position) {
    const at = timeOf(line.at);
    if (line.isAbout === true) {
      const parent = textAt(line, "parent_id");
      const facts = { sessionId: textAt(line, "id"), title: textAt(line, "summary"), model: textAt(line, "model") };
      return { facts: { ...facts, ...(parent ? { parent } : {}) }, events: [] };
    }
    if (isObject(line.User)) return { events: textEvents("prompt", textOf(line.User), position, at) };
    if (isObject(line.Agent))
      return { events: [...textEvents("answer", textOf(line.Agent), position, at), ...toolEvents(line.Agent, at)] };
    const kind = { user: "prompt", assistant: "answer" }[textAt(line, "role")];
    const text = contentText(objectsAt(line, "segments").filter(({ type }) => type === "text"));
    return kind === "prompt" || kind === "answer" ? { events: textEvents(kind, text, position, at) } : nothing;
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

export const zed: Host = {
  id: "zed",
  name: "Zed",
  commands: ["zed"],
  detectionPaths: (platform) => [folderOf(platform)],
  server: ({ platform, scope, project }) => ({
    files: [platform.join(scope === "user" ? folderOf(platform) : platform.join(project, ".zed"), "settings.json")],
    format: "json",
    path: ["context_servers", "throughline"],
  }),
  serverEntry: (plain) => ({ source: "custom", ...plain }),
  transcripts: zedTranscripts,
  skills: ({ platform: { join, home }, scope, project }) =>
    join(scope === "user" ? home : project, ".agents", "skills"),
  notes: ({ platform: { join }, scope, project }) =>
    scope === "user" ? [] : [".rules", "AGENTS.md"].map((name) => ({ file: join(project, name) })),
  limits: ["The editor runs nothing before a prompt is sent.", "Its threads have one time each, that of their start."],
  basis: "Written from its documentation and from threads that others describe; not tested with the real program.",
};
