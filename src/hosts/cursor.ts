import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isObject, parseJsonObject } from "../base/json.js";
import type { Platform } from "../base/platform.js";
import type { SessionEvent } from "../store/archive/session-event.js";
import { nothing, rowOf, rowPath, wholePiece } from "./gather-transcript.js";
import type { HookSetup, OwnParts } from "./host.js";
import { bareHook, cannotAsk, mcpServers, rootOf } from "./host-parts.js";
import { firstText, type Json, numberAt, objectAt, objectsAt, textAt } from "./json-fields.js";
import { askInWords, type PayloadFormat } from "./payload.js";
import { blockResult, callEvent, endOfCall, messageEvents, textEvents, timeOf } from "./transcript-events.js";
import type { FindSessions, Gather, ReadLine, TranscriptFormat, TranscriptSources } from "./transcript-format.js";

export const cursorHooks: HookSetup = {
  events: [
    "sessionStart",
    "beforeSubmitPrompt",
    "preToolUse",
    "postToolUse",
    "postToolUseFailure",
    "stop",
    "sessionEnd",
  ],
  location: (context) => ({
    kind: "list",
    file: context.platform.join(rootOf(context), ".cursor", "hooks.json"),
    companions: { version: 1 },
    item: bareHook,
  }),
};

export const cursorPayloads: PayloadFormat = {
  occasions: {
    sessionStart: "session-start",
    beforeSubmitPrompt: "prompt",
    preToolUse: "action",
    postToolUseFailure: "tool-failure",
    stop: "turn-end",
  },
  read(payload, read, home) {
    const session = textAt(payload, "conversation_id") || read.session;
    const folder = read.folder || textAt(payload, "workspace_roots", "0");
    return { session, folder, transcript: read.transcript || transcriptOf(home, folder, session) };
  },
  isOwn: (payload, transcript) => "conversation_id" in payload || transcript.includes("/.cursor/"),
  hookFile: (home) => join(home, ".cursor", "hooks.json"),
  context: (text) => JSON.stringify({ additional_context: text }),
  hasNoActionContext: true,
  stop: (effect, reason) => JSON.stringify({ permission: "deny", agent_message: askInWords(effect, reason) }),
  turn: (reason) => JSON.stringify({ followup_message: reason }),
};

/** The editor names the folder of a project after its path. */
function transcriptOf(home: string, folder: string, session: string): string {
  if (session === "" || folder === "") return "";
  const project = folder.replace(/^[\\/]+/, "").replace(/[^A-Za-z0-9]+/g, "-");
  return join(home, ".cursor", "projects", project, "agent-transcripts", session, `${session}.jsonl`);
}

/** The editor wraps what the person typed and adds context. */
const personWords = (text: string): string => /<user_query>\s*([\s\S]*?)\s*<\/user_query>/.exec(text)?.[1] ?? text;

// The editor keeps conversations in a table of keys and values: `composerData:<id>` names the messages in order,
// `bubbleId:<id>:<message>` is one of them. Other tables say which folder a conversation was about.

const editorOf = ({ join: joined, appData }: Platform) => joined(appData, "Cursor", "User");

const databaseOf = (platform: Platform) => platform.join(editorOf(platform), "globalStorage", "state.vscdb");

const findConversations: FindSessions = async (sources) => {
  const database = databaseOf(sources.platform);
  const rows = await sources.databases.all(
    database,
    "SELECT DISTINCT substr(key, 10, 36) AS id FROM cursorDiskKV WHERE key >= 'bubbleId:' AND key < 'bubbleId;'",
  );
  const ids = rows.map(({ id }) => String(id)).filter((id) => id.length === 36);
  if (ids.length === 0) return [];
  const folders = await editorFolders(sources, join(editorOf(sources.platform), "workspaceStorage"));
  return ids.map((id) => ({ path: rowPath(database, id), folder: folders.get(id) ?? "" }));
};

/** The folder that each conversation was held in, as far as the editor's windows remember. */
async function editorFolders(
  { transcripts, files, databases }: TranscriptSources,
  workspaces: string,
): Promise<ReadonlyMap<string, string>> {
  const folders = new Map<string, string>();
  for (const path of await transcripts.listBelow(workspaces, 2)) {
    if (!path.endsWith("workspace.json")) continue;
    const uri = textAt(parseJsonObject((await files.read(path)) ?? ""), "folder");
    if (!uri.startsWith("file://")) continue;
    const text = "SELECT value FROM ItemTable WHERE key = 'composer.composerData'";
    const [row] = await databases.all(join(dirname(path), "state.vscdb"), text);
    for (const composer of objectsAt(parseJsonObject(textOf(row?.value)), "allComposers"))
      folders.set(textAt(composer, "composerId"), fileURLToPath(uri));
  }
  return folders;
}

/** The whole conversation, when it changed. */
const gatherConversation: Gather = async (state, { databases }) => {
  const { database, session } = rowOf(state.path);
  const rowsOf = (condition: string, ...keys: string[]) =>
    databases.all(database, `SELECT key, value FROM cursorDiskKV WHERE ${condition}`, keys);
  const [row] = await rowsOf("key = ?", `composerData:${session}`);
  const composer = parseJsonObject(textOf(row?.value));
  if (!composer) return "missing";
  const bubbles = await rowsOf("key >= ? AND key < ?", `bubbleId:${session}:`, `bubbleId:${session};`);
  const values = new Map(
    bubbles.map(({ key, value }) => [String(key).split(":")[2] ?? "", parseJsonObject(textOf(value))]),
  );
  const { fullConversationHeadersOnly: _, conversation: __, ...facts } = composer;
  const rows = [{ ...facts, table: "composer" }, ...inOrder(composer, values)];
  const piece = wholePiece(rows, state, `${Number(composer.lastUpdatedAt ?? 0)}:${bubbles.length}`);
  const broken = [...values.values()].filter((value) => value === undefined).length;
  return piece.isNew ? { ...piece, broken } : piece;
};

/** As the conversation lists them; older ones have their messages in the list itself. */
function inOrder(composer: Json, values: ReadonlyMap<string, Json | undefined>): Json[] {
  const headers = [...objectsAt(composer, "fullConversationHeadersOnly"), ...objectsAt(composer, "conversation")];
  const listed = headers.map((header) => values.get(textAt(header, "bubbleId")) ?? header);
  return listed.map((bubble) => ({ ...bubble, table: "bubble" }));
}

const textOf = (value: unknown): string =>
  value instanceof Uint8Array ? Buffer.from(value).toString("utf8") : typeof value === "string" ? value : "";

/** Rows of the editor's database: a conversation, and its messages with the calls they made. */
function readRow(row: Json, position: string): ReadLine {
  if (row.table === "composer") {
    const facts = { title: textAt(row, "name"), model: textAt(row, "modelConfig", "modelName") };
    return { facts: { ...facts, sessionId: textAt(row, "composerId") } };
  }
  const at = timeOf(row.createdAt) || timeOf(objectAt(row, "timingInfo").clientStartTime);
  const key = textAt(row, "bubbleId") || position;
  const text = textAt(row, "text");
  if (row.type === 1) return { events: textEvents("prompt", text, key, at) };
  return { events: [...textEvents("answer", text, key, at), ...callEvents(objectAt(row, "toolFormerData"), key, at)] };
}

function callEvents(tool: Json, key: string, at: string): SessionEvent[] {
  const name = textAt(tool, "name");
  if (name === "") return [];
  const id = textAt(tool, "toolCallId") || key;
  const input = parseJsonObject(textAt(tool, "rawArgs")) ?? parseJsonObject(textAt(tool, "params")) ?? {};
  const call = callEvent(id, at, name, input);
  const status = textAt(tool, "status");
  if (status !== "completed" && status !== "error") return [call];
  const written = textAt(tool, "result");
  const result = parseJsonObject(written) ?? {};
  const ok = status === "completed" && textAt(tool, "error", "message") === "";
  const text = firstText(result, "output", "contents", "content") || written;
  return [call, endOfCall(id, at, { text, ok }, numberAt(result, "exitCode") ?? numberAt(result, "exitCodeV2"))];
}

/** `projects/<folder>/agent-transcripts/<id>/<id>.jsonl` of the command line, and the editor's database. */
export const cursorTranscripts: TranscriptFormat = {
  folders: ({ join, home }) => [
    { folder: join(home, ".cursor", "projects"), depth: 4, name: /[\\/]agent-transcripts[\\/].+\.jsonl$/ },
  ],
  databases: (platform) => [databaseOf(platform)],
  findOthers: findConversations,
  isGathered: (path) => /\.vscdb#[^#]*$/.test(path),
  gather: gatherConversation,
  read(line, position) {
    if (line.table !== undefined) return readRow(line, position);
    const role = firstText(line, "role", "type");
    const at = timeOf(line.timestamp ?? line.createdAt);
    const message = isObject(line.message) ? line.message : line;
    const facts = { model: textAt(message, "model") };
    if (role === "tool") return { facts, events: [blockResult(message, at)] };
    if (role !== "user" && role !== "assistant") return nothing;
    const key = firstText(line, "id", "uuid") || position;
    return { facts, events: messageEvents({ role, content: message.content, key, at, words: personWords }) };
  },
};

export const cursor: OwnParts = {
  id: "cursor",
  name: "Cursor",
  commands: ["cursor", "cursor-agent"],
  detectionPaths: (platform) => [platform.join(platform.home, ".cursor")],
  server: (context) => mcpServers(context.platform.join(rootOf(context), ".cursor", "mcp.json")),
  skills: (context) => context.platform.join(rootOf(context), ".cursor", "skills"),
  /** A person's rules are in the editor's database; rules that exist only in the Cursor account cannot be read. */
  notes: ({ platform, scope, project }) =>
    scope === "user"
      ? [
          {
            database: databaseOf(platform),
            title: "Rules of mine in Cursor",
            query: "SELECT value FROM ItemTable WHERE key = 'aicontext.personalContext'",
          },
        ]
      : [
          { folder: platform.join(project, ".cursor", "rules"), ending: ".mdc" },
          ...[".cursorrules", "AGENTS.md"].map((name) => ({ file: platform.join(project, name) })),
        ],
  files: {
    rules: { folder: ".cursor/rules", ending: ".mdc" },
    skills: ".cursor/skills",
    files: { ".cursorrules": "cursorrules" },
    folders: [{ folder: ".cursor/rules", ending: ".mdc", prefix: "cursor-rule-" }],
  },
  start: { program: "cursor-agent", args: (prompt) => [prompt] },
  limits: [cannotAsk],
  basis: "Written from its documentation and its files; not tested with the real program.",
};
