import { isObject, parseJsonObject } from "../base/json.js";
import type { Platform } from "../base/platform.js";
import type { SessionEvent } from "../store/archive/session-event.js";
import { nothing } from "./gather-transcript.js";
import { type HookSetup, type HostContext, hookWords, type OwnParts } from "./host.js";
import { cannotAsk, hookTimeoutSeconds, jsonText, mcpServers, scopedFolder } from "./host-parts.js";
import { firstText, type Json, objectAt, objectsAt, textAt } from "./json-fields.js";
import type { PayloadFormat } from "./payload.js";
import {
  callEvent,
  contentText,
  endOfCall,
  exitCodeIn,
  spokenEvents,
  textEvents,
  timeOf,
} from "./transcript-events.js";
import type { ReadLine, TranscriptFormat } from "./transcript-format.js";

const homeOf = ({ env, home, join }: Platform) => env.KIRO_HOME || join(home, ".kiro");

const folderOf = (context: HostContext) => scopedFolder(context, homeOf(context.platform), ".kiro");

const events = ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop"];

export const kiroHooks: HookSetup = {
  events,
  location: (context) => ({
    kind: "file",
    file: context.platform.join(folderOf(context), "hooks", "throughline.json"),
    text: (launch, { shellLine }) => {
      const hooks = events.map((event) => ({
        name: `throughline-${event}`,
        trigger: event,
        action: { type: "command", command: shellLine(hookWords(launch, "kiro", event)) },
        timeout: hookTimeoutSeconds,
        enabled: true,
      }));
      return jsonText({ version: "v1", hooks });
    },
  }),
};

/** Claude Code's fields; what a hook prints is added to the context. Version 2 names its events in camel case. */
export const kiroPayloads: PayloadFormat = {
  occasions: {
    SessionStart: "session-start",
    agentSpawn: "session-start",
    UserPromptSubmit: "prompt",
    userPromptSubmit: "prompt",
    PreToolUse: "action",
    preToolUse: "action",
    PostToolUse: "tool",
    postToolUse: "tool",
  },
  read: (_, { session, transcript }, home) =>
    transcript || !session ? {} : { transcript: `${home}/.kiro/sessions/cli/${session}.jsonl` },
  takesText: true,
  // A blocked call tells the model what the hook wrote to its standard error.
  stopExitCode: 2,
};

/**
 * `sessions/cli/<id>.jsonl` with `<id>.json` beside it, and `sessions/<workspace>/sess_<id>/messages.jsonl` with
 * `session.json` since version 3, whose calls are not known.
 */
export const kiroTranscripts: TranscriptFormat = {
  folders: (platform) => [
    {
      folder: platform.join(homeOf(platform), "sessions"),
      depth: 3,
      name: /[\\/](?:cli[\\/][^\\/]+|messages)\.jsonl$/,
    },
  ],
  async folderOf(path, { files, platform: { dirname, join } }) {
    const beside = /messages\.jsonl$/.test(path) ? join(dirname(path), "session.json") : path.replace(/l$/, "");
    const about = parseJsonObject((await files.read(beside)) ?? "");
    return textAt(about, "cwd") || textAt(about, "workspacePaths", "0");
  },
  read(line, position) {
    if (isObject(line.payload)) return readMessage(line, line.payload, position);
    const data = objectAt(line, "data");
    const key = textAt(data, "message_id") || position;
    const at = timeOf(objectAt(data, "meta").timestamp);
    const blocks = objectsAt(data, "content");
    const text = blocks.flatMap(({ kind, data: one }) => (kind === "text" ? [contentText(one)] : [])).join("\n");
    if (line.kind === "Prompt") return { events: textEvents("prompt", text, key, at) };
    if (line.kind !== "AssistantMessage" && line.kind !== "ToolResults") return nothing;
    const answer = line.kind === "AssistantMessage" ? textEvents("answer", text, key, at) : [];
    return { events: [...answer, ...blocks.flatMap((one) => toolEvents(one, at))] };
  },
  sessionOf: (path) => {
    const [folder = "", file = ""] = path.split(/[\\/]/).slice(-2);
    return file === "messages.jsonl" ? folder : file.replace(/\.jsonl$/, "");
  },
};

function readMessage(line: Json, { type, content }: Json, position: string): ReadLine {
  if (type !== "user" && type !== "assistant") return nothing;
  const key = textAt(line, "id") || position;
  return { events: spokenEvents(type, contentText(content), key, timeOf(line.timestamp)) };
}

function toolEvents({ kind, data }: Json, at: string): SessionEvent[] {
  const id = textAt(data, "toolUseId");
  if (kind === "toolUse") return [callEvent(id, at, textAt(data, "name"), objectAt(data, "input"))];
  if (kind !== "toolResult") return [];
  const parts = objectsAt(data, "content").map((part) => part.data);
  const written = parts.map((part) => (isObject(part) ? firstText(part, "stdout", "stderr") : contentText(part)));
  const status = parts.map((part) => textAt(part, "exit_status")).join("");
  const result = { text: written.filter(Boolean).join("\n") || status, ok: textAt(data, "status") !== "error" };
  return [endOfCall(id, at, result, exitCodeIn(status, /(\d+)/))];
}

export const kiro: OwnParts = {
  id: "kiro",
  name: "Kiro",
  commands: ["kiro-cli", "kiro"],
  detectionPaths: (platform) => [homeOf(platform)],
  server: (context) => mcpServers(context.platform.join(folderOf(context), "settings", "mcp.json")),
  skills: (context) => context.platform.join(folderOf(context), "skills"),
  notes: (context) => [
    { folder: context.platform.join(folderOf(context), "steering"), ending: ".md" },
    ...(context.scope === "user" ? [] : [{ file: context.platform.join(context.project, "AGENTS.md") }]),
  ],
  files: {
    rules: { folder: ".kiro/steering", ending: ".md" },
    skills: ".kiro/skills",
    files: {},
    folders: [{ folder: ".kiro/steering", ending: ".md", prefix: "kiro-steering-" }],
  },
  start: { program: "kiro-cli", args: (prompt) => ["chat", prompt] },
  limits: [
    "Its hooks run in the editor since version 1 and on the command line since version 3.",
    "Of the sessions of version 3 the tool calls are not read; those of the editor before version 1 are not read at all.",
    cannotAsk,
  ],
  basis: "Written from its documentation and from files that others describe; not tested with the real program.",
};
