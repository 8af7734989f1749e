import { parseJsonObject } from "../base/json.js";
import type { Platform } from "../base/platform.js";
import type { SessionEvent } from "../store/archive/session-event.js";
import { copilotNotes, copilotTranscripts } from "./copilot.js";
import { readTextFile, stemOf, wholePiece } from "./gather-transcript.js";
import type { OwnParts } from "./host.js";
import { inJson, scopedFolder } from "./host-parts.js";
import { firstText, type Json, listAt, objectAt, objectsAt, textAt } from "./json-fields.js";
import type { PayloadFormat } from "./payload.js";
import { callEvent, contentText, resultEvent, textEvents, timeOf } from "./transcript-events.js";
import type { FindSessions, Gather, ReadLine, TranscriptFormat } from "./transcript-format.js";

/**
 * VS Code runs the hooks of others: the files of Copilot CLI, and those of Claude Code. It is recognized by what it
 * sends: Claude Code sends no time, Copilot CLI a number and no name of the event.
 */
export const vscodePayloads: PayloadFormat = {
  // A prompt is not answered: the event takes no context.
  occasions: { SessionStart: "session-start", PreToolUse: "action", PostToolUse: "tool" },
  isOwn: (payload, transcript) =>
    transcript.includes("/GitHub.copilot-chat/") ||
    (typeof payload.timestamp === "string" && "hook_event_name" in payload),
  hookFile: (home) => `${home}/.copilot/hooks/throughline.json`,
};

const editorOf = ({ join, appData }: Platform) => join(appData, "Code", "User");

const workspacesOf = (platform: Platform) => platform.join(editorOf(platform), "workspaceStorage");

const transcript = /[\\/]GitHub\.copilot-chat[\\/]transcripts[\\/][^\\/]+\.jsonl$/;
const chat = /[\\/](?:chatSessions|emptyWindowChatSessions)[\\/][^\\/]+\.jsonl?$/;

/** A chat that was an agent session is in its transcript, too. */
const findChats: FindSessions = async ({ transcripts, files, platform }) => {
  const { join } = platform;
  const inWorkspaces = await transcripts.listBelow(workspacesOf(platform), 4);
  const known = new Set(inWorkspaces.filter((path) => transcript.test(path)).map(stemOf));
  const empty = await transcripts.listBelow(join(editorOf(platform), "globalStorage", "emptyWindowChatSessions"), 1);
  const chats = [...inWorkspaces, ...empty].filter((path) => chat.test(path) && !known.has(stemOf(path)));
  return Promise.all(
    chats.map(async (path) => {
      const workspace = platform.dirname(platform.dirname(path));
      return { path, folder: await folderIn((await files.read(join(workspace, "workspace.json"))) ?? "") };
    }),
  );
};

function folderIn(workspace: string): string {
  const uri = textAt(parseJsonObject(workspace), "folder");
  return uri.startsWith("file://") ? decodeURIComponent(uri.slice("file://".length)) : "";
}

/** One object, or lines that say how it came about. */
const gatherChat: Gather = async (state, { transcripts }) => {
  const text = await readTextFile(transcripts, state.path);
  if (text === undefined) return "missing";
  const session = state.path.endsWith(".json") ? (parseJsonObject(text) ?? {}) : replay(text);
  const { requests: _, ...about } = session;
  return wholePiece([{ ...about, table: "chat" }, ...objectsAt(session, "requests").map(asRequest)], state);
};

const asRequest = (request: Json): Json => ({ ...request, table: "request" });

/** Lines of `{ kind, k, v }`: 0 is the whole, 1 sets a value at a path, 2 appends to a list, 3 deletes. */
function replay(text: string): Json {
  let session: Record<string, unknown> = {};
  for (const line of text.split("\n")) {
    const change = parseJsonObject(line);
    if (change?.kind === 0) session = { ...objectAt(change, "v") };
    else if (change) apply(session, change);
  }
  return session;
}

function apply(session: Record<string, unknown>, { kind, k, v, i }: Json): void {
  const path = (Array.isArray(k) ? k : []).map(String);
  const last = path.pop();
  const owner = path.reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], session);
  if (last === undefined || typeof owner !== "object" || owner === null) return;
  const values = owner as Record<string, unknown>;
  if (kind === 1) values[last] = v;
  if (kind === 3) delete values[last];
  if (kind !== 2) return;
  const list = listAt(values, last);
  values[last] = [...list.slice(0, typeof i === "number" ? i : list.length), ...(Array.isArray(v) ? v : [])];
}

function readRow(row: Json, position: string): ReadLine {
  if (row.table === "chat")
    return { facts: { sessionId: textAt(row, "sessionId"), title: textAt(row, "customTitle") } };
  const key = textAt(row, "requestId") || position;
  const at = timeOf(row.timestamp);
  const response = objectsAt(row, "response");
  const answer = response.map(({ kind, value }) => (kind === undefined ? contentText(value) : "")).join("");
  const rounds = objectsAt(row, "result", "metadata", "toolCallRounds").flatMap((one) => objectsAt(one, "toolCalls"));
  const results = objectAt(row, "result", "metadata", "toolCallResults");
  return {
    facts: { model: textAt(row, "modelId") },
    events: [
      ...textEvents("prompt", textAt(row, "message", "text"), key, at),
      ...(rounds.length > 0
        ? rounds.flatMap((call) => roundEvents(call, results, at))
        : response.flatMap((item) => invocationEvents(item, at))),
      ...response.flatMap((item, i) => editEvents(item, `${key}.${i}`, at)),
      ...textEvents("answer", answer, `${key}:answer`, at),
    ],
  };
}

function roundEvents(call: Json, results: Json, at: string): SessionEvent[] {
  const id = textAt(call, "id");
  const input = parseJsonObject(textAt(call, "arguments")) ?? {};
  const text = objectsAt(results, id, "content")
    .map(({ value }) => contentText(value))
    .join("\n");
  return [callEvent(id, at, textAt(call, "name"), input), resultEvent(id, at, { text, ok: !/^ERROR/.test(text) })];
}

/** What the chat shows of a call: enough for commands. */
function invocationEvents(item: Json, at: string): SessionEvent[] {
  if (item.kind !== "toolInvocationSerialized") return [];
  const data = objectAt(item, "toolSpecificData");
  const command = textAt(data, "commandLine", "original") || textAt(data, "command");
  const call = textAt(item, "toolCallId");
  return [
    command ? callEvent(call, at, "run_in_terminal", { command }) : callEvent(call, at, textAt(item, "toolId"), {}),
  ];
}

function editEvents(item: Json, key: string, at: string): SessionEvent[] {
  const path = firstText(objectAt(item, "uri"), "fsPath", "path");
  return item.kind === "textEditGroup" && path !== "" ? [callEvent(key, at, "edit", { path })] : [];
}

/** The transcripts of agent sessions, with the events of Copilot CLI, and the chats of the editor. */
export const vscodeTranscripts: TranscriptFormat = {
  folders: (platform) => [{ folder: workspacesOf(platform), depth: 4, name: transcript }],
  folderOf: async (path, { files, platform: { dirname, join } }) =>
    folderIn((await files.read(join(dirname(dirname(dirname(path))), "workspace.json"))) ?? ""),
  findOthers: findChats,
  isGathered: (path) => chat.test(path),
  gather: gatherChat,
  read: (line, position) =>
    line.table === "chat" || line.table === "request"
      ? readRow(line, position)
      : copilotTranscripts.read(line, position),
};

export const vscode: OwnParts = {
  id: "vscode",
  name: "VS Code Copilot",
  commands: ["code"],
  detectionPaths: (platform) => [editorOf(platform)],
  server: (context) => {
    const folder = scopedFolder(context, editorOf(context.platform), ".vscode");
    return inJson([context.platform.join(folder, "mcp.json")], "servers", "throughline");
  },
  serverEntry: (plain) => ({ type: "stdio", ...plain }),
  notes: (context) =>
    context.scope === "user" ? [] : copilotNotes(context, context.platform.join(context.project, ".github")),
  limits: [
    "It also runs the hooks in `~/.claude/settings.json`. Throughline recognizes it there, and answers once.",
    "A hook cannot add context to a prompt, and it is not asked to record lessons at the end of a turn.",
  ],
  basis: "Written from its documentation and from chats that others describe; not tested with the real program.",
};
