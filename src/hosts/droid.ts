import type { Platform } from "../base/platform.js";
import { claudeEvents, claudeOccasions } from "./claude-code.js";
import { nothing } from "./gather-transcript.js";
import type { HookSetup, HostContext, OwnParts } from "./host.js";
import { commandHook, instructionsIn, mcpServers, scopedFolder } from "./host-parts.js";
import { firstText, objectAt, textAt } from "./json-fields.js";
import type { PayloadFormat } from "./payload.js";
import { messageEvents, timeOf } from "./transcript-events.js";
import type { TranscriptFormat } from "./transcript-format.js";

const homeOf = ({ home, join }: Platform) => join(home, ".factory");

const folderOf = (context: HostContext) => scopedFolder(context, homeOf(context.platform), ".factory");

export const droidHooks: HookSetup = {
  events: claudeEvents,
  location: (context) => ({
    kind: "list",
    file: context.platform.join(folderOf(context), "settings.json"),
    item: (words, _, { shellLine }) => ({ matcher: "", hooks: [commandHook(shellLine(words))] }),
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
      return { facts: { ...facts, title: firstText(line, "sessionTitle", "title") } };
    }
    const message = objectAt(line, "message");
    const role = textAt(message, "role");
    if (type !== "message" || (role !== "user" && role !== "assistant")) return nothing;
    const key = textAt(line, "id") || position;
    const exitCode = /exit(?:ed with)? code:? (\d+)/i;
    return {
      facts: { model: textAt(message, "modelId") },
      events: messageEvents({ role, content: message.content, key, at: timeOf(line.timestamp), exitCode }),
    };
  },
};

export const droid: OwnParts = {
  id: "droid",
  name: "Droid",
  commands: ["droid"],
  detectionPaths: (platform) => [homeOf(platform)],
  server: (context) => mcpServers(context.platform.join(folderOf(context), "mcp.json")),
  serverEntry: (plain) => ({ type: "stdio", ...plain }),
  skills: (context) => context.platform.join(folderOf(context), "skills"),
  notes: (context) => [instructionsIn(context, folderOf(context), "AGENTS.md")],
  start: { program: "droid", args: (prompt) => [prompt] },
  limits: [
    "If there is a `hooks.json` beside its settings, it runs no hooks of the settings, and so none of ours.",
    "With a prompt on the command line (`droid exec`) it runs no hook for the prompt, and never one for a command that failed.",
  ],
  basis: "Tested with Droid 0.215.0.",
};
