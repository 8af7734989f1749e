import { join } from "node:path";
import { field, type Occasion, type ReadHostEvent } from "./host-event.js";
import { readToolEvent } from "./tool-event.js";

const occasions: Readonly<Record<string, Occasion>> = { "session.start": "session-start", "chat.message": "prompt" };

/** The payload of our OpenCode plugin: the session, the folder of OpenCode's database, and the event. */
export const readOpenCode: ReadHostEvent = (payload, event, home) => {
  const session = field(payload, "session_id");
  const data = field(payload, "data_folder") || join(home, ".local", "share", "opencode");
  const name = field(payload, "hook_event_name") || event;
  const tool = name === "tool.execute.after" ? readToolEvent(payload) : { file: "", error: "" };
  return {
    ...{ agent: "opencode", session, name, occasion: occasions[name] ?? "other" },
    transcript: session ? `${join(data, "opencode.db")}#${session}` : "",
    folder: field(payload, "cwd"),
    prompt: field(payload, "prompt"),
    received: Number(payload.received) || 0,
    ...tool,
  };
};
