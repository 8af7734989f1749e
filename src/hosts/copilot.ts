import { join } from "node:path";
import { parseJsonObject } from "../base/json.js";
import type { Platform } from "../base/platform.js";
import type { SessionEvent, SessionMetadata } from "../store/archive/session-event.js";
import { nothing, stemOf } from "./gather-transcript.js";
import { type HookSetup, type HostContext, hookWords, type NoteLocation, type OwnParts } from "./host.js";
import { hookTimeoutSeconds, jsonText, mcpServers, scopedFolder } from "./host-parts.js";
import { firstText, type Json, numberAt, objectAt, objectsAt, textAt } from "./json-fields.js";
import type { PayloadFormat } from "./payload.js";
import { callEvent, contentText, endOfCall, textEvents, timeOf } from "./transcript-events.js";
import type { TranscriptFormat } from "./transcript-format.js";

const homeOf = ({ env, join, home }: Platform) => env.COPILOT_HOME || join(home, ".copilot");

const folderOf = (context: HostContext) => scopedFolder(context, homeOf(context.platform), ".github");

const events = ["sessionStart", "userPromptSubmitted", "preToolUse", "postToolUse", "errorOccurred", "sessionEnd"];

export const copilotHooks: HookSetup = {
  events,
  location: (context) => ({
    kind: "file",
    file: context.platform.join(folderOf(context), "hooks", "throughline.json"),
    text: (launch, { shellLine }) => {
      const entry = (event: string) => {
        const line = shellLine(hookWords(launch, "copilot", event));
        // PowerShell treats a quoted path as a string unless it is called with `&`.
        return [{ type: "command", bash: line, powershell: `& ${line}`, timeoutSec: hookTimeoutSeconds }];
      };
      const hooks = Object.fromEntries(events.map((event) => [event, entry(event)]));
      return jsonText({ version: 1, hooks });
    },
  }),
};

/** VS Code runs the same file. Copilot CLI does not send the event's name: it is on the command line of the hook. */
export const copilotPayloads: PayloadFormat = {
  occasions: {
    sessionStart: "session-start",
    userPromptSubmitted: "prompt",
    preToolUse: "action",
    postToolUse: "tool",
    errorOccurred: "tool-failure",
  },
  plain: (payload) => ({
    session_id: textAt(payload, "sessionId"),
    transcript_path: textAt(payload, "transcriptPath"),
    cwd: textAt(payload, "cwd"),
    source: textAt(payload, "source"),
    prompt: textAt(payload, "prompt"),
    error: firstText(payload, "error", "error_message"),
    tool_name: textAt(payload, "toolName"),
    // An object, or JSON in earlier versions.
    tool_input: parseJsonObject(textAt(payload, "toolArgs")) ?? objectAt(payload, "toolArgs"),
    tool_response: textAt(payload, "toolResult", "textResultForLlm"),
  }),
  read: (_, { session, transcript }, home) =>
    transcript || !session ? {} : { transcript: join(home, ".copilot", "session-state", session, "events.jsonl") },
  isShared: true,
  stop: (effect, reason) => JSON.stringify({ permissionDecision: effect, permissionDecisionReason: reason }),
  context: (text) => JSON.stringify({ additionalContext: text }),
};

/** `session-state/<id>.jsonl` or `<id>/events.jsonl`: lines of `{ type, data, id, timestamp }`. */
export const copilotTranscripts: TranscriptFormat = {
  folders: (platform) =>
    ["session-state", "history-session-state"].map((name) => ({
      folder: platform.join(homeOf(platform), name),
      depth: 2,
      name: /\.jsonl$/,
    })),
  read(line, position) {
    const data = objectAt(line, "data");
    const at = timeOf(line.timestamp);
    const key = textAt(line, "id") || position;
    switch (textAt(line, "type")) {
      case "session.start":
        return { facts: sessionStart(data) };
      case "session.model_change":
        return { facts: { model: firstText(data, "newModel", "model") } };
      case "user.message":
        return { events: textEvents("prompt", textAt(data, "content"), key, at) };
      case "assistant.message": {
        const requested = objectsAt(data, "toolRequests").map((one) => callOf(one, at));
        return { events: [...textEvents("answer", textAt(data, "content"), key, at), ...requested] };
      }
      case "tool.execution_start":
        return { events: [callOf(data, at)] };
      case "tool.execution_complete":
        return { events: [resultOf(data, at)] };
      default:
        return nothing;
    }
  },
  sessionOf(path) {
    const stem = stemOf(path);
    return stem === "events" ? (path.split(/[\\/]/).at(-2) ?? stem) : stem;
  },
};

const sessionStart = (data: Json): SessionMetadata => ({
  sessionId: textAt(data, "sessionId"),
  folder: textAt(data, "context", "cwd") || textAt(data, "cwd"),
  branch: textAt(data, "context", "branch"),
  version: textAt(data, "copilotVersion"),
  model: textAt(data, "selectedModel"),
});

function callOf(data: Json, at: string): SessionEvent {
  const input = parseJsonObject(textAt(data, "arguments")) ?? objectAt(data, "arguments");
  return callEvent(textAt(data, "toolCallId"), at, firstText(data, "toolName", "name"), input);
}

function resultOf(data: Json, at: string): SessionEvent {
  const text =
    contentText(objectAt(data, "result").content) || contentText(data.error) || textAt(data, "error", "message");
  // A command that failed is a call that succeeded.
  const exitCode = numberAt(data, "shellExecution", "exitCode");
  return endOfCall(textAt(data, "toolCallId"), at, { text, ok: data.success !== false }, exitCode);
}

export const copilot: OwnParts = {
  id: "copilot",
  name: "Copilot CLI",
  caller: "copilot-cli",
  commands: ["copilot"],
  detectionPaths: (platform) => [homeOf(platform)],
  server: (context) =>
    context.scope === "project" ? undefined : mcpServers(context.platform.join(folderOf(context), "mcp-config.json")),
  serverEntry: (plain) => ({ type: "local", ...plain, tools: ["*"] }),
  skills: (context) => context.platform.join(folderOf(context), "skills"),
  notes: (context) => copilotNotes(context, folderOf(context)),
  files: {
    block: ".github/copilot-instructions.md",
    files: { ".github/copilot-instructions.md": "copilot-instructions" },
    folders: [{ folder: ".github/instructions", ending: ".md", prefix: "copilot-rule-" }],
  },
  start: { program: "copilot", args: (prompt) => ["-i", prompt] },
  basis: "Tested with Copilot CLI 1.0.102.",
};

/** The same files for the command line and for the editor. */
export const copilotNotes = ({ platform: { join }, scope, project }: HostContext, folder: string): NoteLocation[] => [
  { file: join(folder, "copilot-instructions.md") },
  { folder: join(folder, "instructions"), ending: ".instructions.md" },
  ...(scope === "user" ? [] : [{ file: join(project, "AGENTS.md") }]),
];
