import type { Platform } from "../base/platform.js";
import { claudeOccasions } from "./claude-code.js";
import { type HookSetup, type Host, type HostContext, hookTimeoutSeconds, mcpServers } from "./host.js";
import { firstText, objectAt, textAt, timeOf } from "./json-fields.js";
import { messageEvents } from "./message-blocks.js";
import type { PayloadFormat } from "./payload.js";
import { nothing, type TranscriptFormat } from "./transcript-format.js";

const homeOf = ({ home, join }: Platform) => join(home, ".factory");

const folderOf = ({ platform, scope, project }: HostContext) =>
  scope === "user" ? homeOf(platform) : platform.join(project, ".factory");

export const droidHooks: HookSetup = {
  events: [
    "SessionStart",
    "UserPromptSubmit",
    "PreToolUse",
    "PostToolUse",
    "Stop",
    "SubagentStop",
    "PreCompact",
    "SessionEnd",
  ],
  location: (context) => ({
    kind: "list",
    file: context.platform.join(folderOf(context), "settings.json"),
    companions: {},
    item: (words, _, { shellLine }) => ({
      matcher: "",
      hooks: [{ type: "command", command: shellLine(words), timeout: hookTimeoutSeconds }],
    }),
  }),
};

/** Claude Code's events and fields. */
export const droidPayloads: PayloadFormat = {
  occasions: claudeOccasions,
  isOwn: (_, transcript) => transcript.includes("/.factory/"),
};

/** `sessions/<folder>/<session>.jsonl`: a start, then messages in blocks. */
export const droidTranscripts: TranscriptFormat = {
  folders: (platform) => [{ folder: platform.join(homeOf(platform), "sessions"), depth: 2, name: /\.jsonl$/ }],
  read(line, position) {
    const type = textAt(line, "type");
    if (type === "session_start") {
      const facts = { sessionId: textAt(line, "id"), folder: textAt(line, "cwd") };
      return { facts: { ...facts, title: firstText(line, "sessionTitle", "title") }, events: [] };
    }
    const message = objectAt(line, "message");
    const role = textAt(message, "role");
    if (type !== "message" || (role !== "user" && role !== "assistant")) return nothing;
    const key = textAt(line, "id") || position;
    const exitCode = /exit(?:ed with)? code:? (\d+)/i;
    const model = textAt(message, "modelId");
    return {
      facts: model ? { model } : {},
      events: messageEvents({ role, content: message.content, key, at: timeOf(line.timestamp), exitCode }),
    };
  },
};

export const droid: Host = {
  id: "droid",
  name: "Droid",
  commands: ["droid"],
  detectionPaths: (platform) => [homeOf(platform)],
  server: (context) => mcpServers(context.platform.join(folderOf(context), "mcp.json")),
  serverEntry: (plain) => ({ type: "stdio", ...plain }),
  hooks: droidHooks,
  payloads: droidPayloads,
  transcripts: droidTranscripts,
  skills: (context) => context.platform.join(folderOf(context), "skills"),
  notes: (context) => [
    { file: context.platform.join(context.scope === "user" ? folderOf(context) : context.project, "AGENTS.md") },
  ],
  start: { program: "droid", args: (prompt) => [prompt] },
  limits: [
    "If there is a `hooks.json` beside its settings, it runs no hooks of the settings, and so none of ours.",
    "With a prompt on the command line (`droid exec`) it runs no hook for the prompt, and never one for a command that failed.",
  ],
  basis: "Tested with Droid 0.215.0.",
};
