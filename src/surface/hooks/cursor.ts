import { join } from "node:path";
import { field, type Occasion, type Payload, type ReadHostEvent } from "./host-event.js";
import { commandIn } from "./tool-event.js";

const occasions: Readonly<Record<string, Occasion>> = {
  sessionStart: "session-start",
  beforeSubmitPrompt: "prompt",
  postToolUseFailure: "tool-failure",
  stop: "turn-end",
};

export const readCursor: ReadHostEvent = (payload, event, home) => {
  const name = field(payload, "hook_event_name") || event;
  const session = field(payload, "conversation_id", "session_id");
  const folder = field(payload, "cwd") || firstRoot(payload);
  return {
    ...{ agent: "cursor", name, session, folder, occasion: occasions[name] ?? "other" },
    transcript: field(payload, "transcript_path") || transcriptOf(home, folder, session),
    prompt: field(payload, "prompt"),
    error: field(payload, "error", "error_message"),
    command: commandIn(payload),
    file: "",
  };
};

function firstRoot(payload: Payload): string {
  const roots = payload.workspace_roots;
  return Array.isArray(roots) && typeof roots[0] === "string" ? roots[0] : "";
}

/** The editor names the folder of a project after its path. */
function transcriptOf(home: string, folder: string, session: string): string {
  if (session === "" || folder === "") return "";
  const project = folder.replace(/^[\\/]+/, "").replace(/[^A-Za-z0-9]+/g, "-");
  return join(home, ".cursor", "projects", project, "agent-transcripts", session, `${session}.jsonl`);
}
