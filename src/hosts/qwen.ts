import type { Platform } from "../base/platform.js";
import type { SessionEvent } from "../store/archive/session-event.js";
import { nothing } from "./gather-transcript.js";
import { namedHook } from "./gemini.js";
import type { HookSetup, HostContext, OwnParts } from "./host.js";
import { instructionsIn, mcpServers, scopedFolder } from "./host-parts.js";
import { type Json, objectAt, objectsAt, textAt } from "./json-fields.js";
import type { PayloadFormat } from "./payload.js";
import { callEvent, contentText, endOfCall, textEvents, timeOf, tokenFacts } from "./transcript-events.js";
import type { TranscriptFormat } from "./transcript-format.js";

const homeOf = ({ env, home, join }: Platform) => env.QWEN_HOME || join(home, ".qwen");

const folderOf = (context: HostContext) => scopedFolder(context, homeOf(context.platform), ".qwen");

const settingsOf = (context: HostContext) => context.platform.join(folderOf(context), "settings.json");

export const qwenHooks: HookSetup = {
  events: [
    "SessionStart",
    "UserPromptSubmit",
    "PreToolUse",
    "PostToolUse",
    "PostToolUseFailure",
    "Stop",
    "PreCompact",
    "SessionEnd",
  ],
  location: (context) => ({ kind: "list", file: settingsOf(context), item: namedHook("") }),
};

/** Claude Code's events and fields. The end of a turn is not asked: it always says that a hook asked for the turn. */
export const qwenPayloads: PayloadFormat = {
  occasions: {
    SessionStart: "session-start",
    PreCompact: "compaction-start",
    UserPromptSubmit: "prompt",
    PreToolUse: "action",
    PostToolUse: "tool",
    PostToolUseFailure: "tool-failure",
  },
  isOwn: (_, transcript) => transcript.includes("/.qwen/"),
};

/** `projects/<folder>/chats/<session>.jsonl`: records with a message in the parts of Google's API. */
export const qwenTranscripts: TranscriptFormat = {
  folders: (platform) => [
    { folder: platform.join(homeOf(platform), "projects"), depth: 3, name: /[\\/]chats[\\/][^\\/]+\.jsonl$/ },
  ],
  read(line, position) {
    const type = textAt(line, "type");
    if (type === "system") return { facts: { title: textAt(line, "systemPayload", "customTitle") } };
    if (type !== "user" && type !== "assistant" && type !== "tool_result") return nothing;
    const { promptTokenCount, candidatesTokenCount } = objectAt(line, "usageMetadata");
    return {
      facts: {
        sessionId: textAt(line, "sessionId"),
        folder: textAt(line, "cwd"),
        branch: textAt(line, "gitBranch"),
        version: textAt(line, "version"),
        model: textAt(line, "model"),
        ...tokenFacts(promptTokenCount, candidatesTokenCount),
      },
      events: partEvents(line, type === "user", textAt(line, "uuid") || position, timeOf(line.timestamp)),
    };
  },
};

function partEvents(line: Json, isUser: boolean, key: string, at: string): SessionEvent[] {
  const parts = objectsAt(line, "message", "parts").filter(({ thought }) => thought !== true);
  // Notifications and scheduled prompts are records of the user, too.
  const isPerson = isUser && (line.subtype === undefined || line.subtype === "mid_turn_user_message");
  const text = parts.map(({ text: one }) => contentText(one)).filter((one) => one !== "" && !hookContext.test(one));
  const texts = isUser && !isPerson ? [] : textEvents(isUser ? "prompt" : "answer", text.join("\n"), key, at);
  return [...texts, ...parts.flatMap((part) => callEvents(part, line, at))];
}

const hookContext = /^<qwen:user-prompt-submit-context>/;

function callEvents(part: Json, line: Json, at: string): SessionEvent[] {
  const call = objectAt(part, "functionCall");
  if (textAt(call, "id")) return [callEvent(textAt(call, "id"), at, textAt(call, "name"), objectAt(call, "args"))];
  const { id, response } = objectAt(part, "functionResponse");
  if (typeof id !== "string") return [];
  const text = textAt(response, "output") || textAt(response, "error");
  const ok = textAt(line, "toolCallResult", "status") !== "error";
  return [endOfCall(id, at, { text, ok }, /Exit Code: (\d+)/)];
}

export const qwen: OwnParts = {
  id: "qwen",
  name: "Qwen Code",
  commands: ["qwen"],
  detectionPaths: (platform) => [homeOf(platform)],
  server: (context) => mcpServers(settingsOf(context)),
  skills: (context) => context.platform.join(folderOf(context), "skills"),
  notes: (context) => [instructionsIn(context, folderOf(context), "QWEN.md")],
  files: { block: "QWEN.md", skills: ".qwen/skills", files: { "QWEN.md": "qwen-instructions" }, folders: [] },
  start: { program: "qwen", args: (prompt) => ["-i", prompt] },
  limits: [
    "Before version 0.20, with a prompt on the command line (`qwen -p`), it runs no hook at the start of the session.",
    "It is not asked to record lessons at the end of a turn: its event does not tell a turn that a hook asked for.",
  ],
  basis: "Tested with Qwen Code 0.15.10 and 0.24.4.",
};
