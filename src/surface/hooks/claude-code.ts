import { field, type HostEvent, type Occasion, type ReadHostEvent } from "./host-event.js";
import { commandIn, readToolEvent } from "./tool-event.js";

const occasions: Readonly<Record<string, Occasion>> = {
  SessionStart: "session-start",
  PreCompact: "compaction-start",
  UserPromptSubmit: "prompt",
  PostToolUseFailure: "tool-failure",
  Stop: "turn-end",
};

/** How a session started, if it is not new. */
const starts: Readonly<Record<string, Occasion>> = { compact: "compaction-end", resume: "session-resume" };
/** Events of a finished tool call, by each host that sends these fields. */
const toolEvents = new Set(["PostToolUse", "AfterTool"]);

/** Claude Code, and the hosts that send what it sends. */
export const readClaudeCode: ReadHostEvent = (payload, event) => {
  const name = field(payload, "hook_event_name", "hookEventName") || event;
  const tool = toolEvents.has(name) ? readToolEvent(payload) : { file: "" };
  // A turn that a hook asked for ends without being asked again.
  const isAsked = payload.stop_hook_active === true;
  const base: Omit<HostEvent, "agent"> = {
    name,
    occasion:
      (name === "SessionStart" && starts[field(payload, "source")]) ||
      (isAsked ? "other" : (occasions[name] ?? "other")),
    session: field(payload, "session_id", "sessionId"),
    // A sub-agent has a transcript of its own.
    transcript: field(payload, "agent_transcript_path", "transcript_path", "transcriptPath"),
    folder: field(payload, "cwd"),
    prompt: field(payload, "prompt"),
    error: field(payload, "error"),
    command: commandIn(payload),
    ...tool,
  };
  return { ...base, agent: "claude-code" };
};
