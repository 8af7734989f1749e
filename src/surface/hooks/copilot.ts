import { join } from "node:path";
import { field, type Occasion, type ReadHostEvent } from "./host-event.js";

const occasions: Readonly<Record<string, Occasion>> = {
  sessionStart: "session-start",
  userPromptSubmitted: "prompt",
  errorOccurred: "tool-failure",
};

/** Copilot CLI does not send the event's name: it is on the command line of the hook. */
export const readCopilot: ReadHostEvent = (payload, event, home) => {
  const name = field(payload, "hook_event_name", "hookEventName") || event;
  const session = field(payload, "sessionId", "session_id");
  const eventLog = session ? join(home, ".copilot", "session-state", session, "events.jsonl") : "";
  return {
    ...{ agent: "copilot", name, session, occasion: occasions[name] ?? "other" },
    transcript: field(payload, "transcriptPath", "transcript_path") || eventLog,
    folder: field(payload, "cwd"),
    prompt: field(payload, "prompt"),
    error: field(payload, "error"),
    file: "",
  };
};
