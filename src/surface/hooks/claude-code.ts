import { field, type HostEvent, type Occasion, type ReadHostEvent } from "./host-event.js";

const occasions: Readonly<Record<string, Occasion>> = {
  SessionStart: "session-start",
  PreCompact: "compaction-start",
  UserPromptSubmit: "prompt",
  PostToolUseFailure: "tool-failure",
};

/** Claude Code, and the hosts that send what it sends. */
export const readClaudeCode: ReadHostEvent = (payload, event) => {
  const name = field(payload, "hook_event_name", "hookEventName") || event;
  const isAfterCompaction = name === "SessionStart" && field(payload, "source") === "compact";
  const base: Omit<HostEvent, "agent"> = {
    name,
    occasion: isAfterCompaction ? "compaction-end" : (occasions[name] ?? "other"),
    session: field(payload, "session_id", "sessionId"),
    // A sub-agent has a transcript of its own.
    transcript: field(payload, "agent_transcript_path", "transcript_path", "transcriptPath"),
    folder: field(payload, "cwd"),
    prompt: field(payload, "prompt"),
    error: field(payload, "error"),
  };
  return { ...base, agent: "claude-code" };
};
