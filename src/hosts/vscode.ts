import { copilotHooks, copilotNotes, copilotTranscripts } from "./copilot.js";
import type { Host } from "./host.js";
import { parseJsonObject, textAt } from "./json-fields.js";
import type { PayloadFormat } from "./payload.js";
import type { TranscriptFormat } from "./transcript-format.js";

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

/** `workspaceStorage/<workspace>/GitHub.copilot-chat/transcripts/<session>.jsonl`: the events of Copilot CLI. */
export const vscodeTranscripts: TranscriptFormat = {
  folders: ({ join, appData }) => [
    {
      folder: join(appData, "Code", "User", "workspaceStorage"),
      depth: 4,
      name: /[\\/]GitHub\.copilot-chat[\\/]transcripts[\\/][^\\/]+\.jsonl$/,
    },
  ],
  async folderOf(path, { files, platform: { dirname, join } }) {
    const workspace = dirname(dirname(dirname(path)));
    const uri = textAt(parseJsonObject((await files.read(join(workspace, "workspace.json"))) ?? ""), "folder");
    return uri.startsWith("file://") ? decodeURIComponent(uri.slice("file://".length)) : "";
  },
  read: (line, position) => copilotTranscripts.read(line, position),
};

export const vscode: Host = {
  id: "vscode",
  name: "VS Code Copilot",
  commands: ["code"],
  detectionPaths: ({ join, appData }) => [join(appData, "Code", "User")],
  server: ({ platform: { join, appData }, scope, project }) => ({
    files: [scope === "user" ? join(appData, "Code", "User", "mcp.json") : join(project, ".vscode", "mcp.json")],
    format: "json",
    path: ["servers", "throughline"],
  }),
  serverEntry: (plain) => ({ type: "stdio", ...plain }),
  hooks: copilotHooks,
  payloads: vscodePayloads,
  transcripts: vscodeTranscripts,
  notes: (context) =>
    context.scope === "user" ? [] : copilotNotes(context, context.platform.join(context.project, ".github")),
  limits: [
    "It also runs the hooks in `~/.claude/settings.json`. Throughline recognizes it there, and answers once.",
    "A hook cannot add context to a prompt, and it is not asked to record lessons at the end of a turn.",
    "Chats that are not agent sessions leave no transcript, and are not read.",
  ],
  basis: "Written from its documentation; not tested with the real program.",
};
