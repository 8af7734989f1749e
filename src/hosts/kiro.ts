import { isObject } from "../base/json.js";
import type { Platform } from "../base/platform.js";
import type { SessionEvent } from "../store/archive/session-event.js";
import { type HookSetup, type Host, type HostContext, hookTimeoutSeconds, hookWords, mcpServers } from "./host.js";
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
import { askInWords, type PayloadFormat } from "./payload.js";
import { callEvent, nothing, resultEvent, type TranscriptFormat, textEvents } from "./transcript-format.js";

const homeOf = ({ env, home, join }: Platform) => env.KIRO_HOME || join(home, ".kiro");

const folderOf = ({ platform, scope, project }: HostContext) =>
  scope === "user" ? homeOf(platform) : platform.join(project, ".kiro");

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
      return `${JSON.stringify({ version: "v1", hooks }, null, 2)}\n`;
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
  read: (payload, { session, transcript }, home) =>
    transcript || !session ? {} : { transcript: `${home}/.kiro/sessions/cli/${textAt(payload, "session_id")}.jsonl` },
  context: (text) => text,
  hasNoActionContext: true,
  // A blocked call tells the model what the hook wrote to its standard error.
  stop: askInWords,
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
    if (line.kind === "AssistantMessage")
      return { events: [...textEvents("answer", text, key, at), ...blocks.flatMap((one) => toolEvents(one, at))] };
    return line.kind === "ToolResults" ? { events: blocks.flatMap((one) => toolEvents(one, at)) } : nothing;
  },
  sessionOf: (path) => {
    const [folder = "", file = ""] = path.split(/[\\/]/).slice(-2);
    return file === "messages.jsonl" ? folder : file.replace(/\.jsonl$/, "");
  },
};

function readMessage(line: Json, payload: Json, position: string) {
  const kind = { user: "prompt", assistant: "answer" }[textAt(payload, "type")];
  const key = textAt(line, "id") || position;
  return kind === "prompt" || kind === "answer"
    ? { events: textEvents(kind, contentText(payload.content), key, timeOf(line.timestamp)) }
    : nothing;
}

function toolEvents({ kind, data }: Json, at: string): SessionEvent[] {
  const id = textAt(data, "toolUseId");
  if (kind === "toolUse") return [callEvent(id, at, textAt(data, "name"), objectAt(data, "input"))];
  if (kind !== "toolResult") return [];
  const parts = objectsAt(data, "content").map((part) => part.data);
  const written = parts.map((part) => (isObject(part) ? firstText(part, "stdout", "stderr") : contentText(part)));
  const status = parts.map((part) => textAt(part, "exit_status")).join("");
  const exitCode = /\d+/.exec(status)?.[0];
  const ok = textAt(data, "status") !== "error" && (exitCode ?? "0") === "0";
  const text = written.filter(Boolean).join("\n") || status;
  return [resultEvent(id, at, { text, ok, exitCode: exitCode === undefined ? undefined : Number(exitCode) })];
}

export const kiro: Host = {
  id: "kiro",
  name: "Kiro",
  commands: ["kiro-cli", "kiro"],
  detectionPaths: (platform) => [homeOf(platform)],
  server: (context) => mcpServers(context.platform.join(folderOf(context), "settings", "mcp.json")),
  hooks: kiroHooks,
  payloads: kiroPayloads,
  transcripts: kiroTranscripts,
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
    "A guard cannot ask you in a dialog: it stops the agent, which has to ask. Your yes in a message allows the action.",
  ],
  basis: "Written from its documentation and from files that others describe; not tested with the real program.",
};
