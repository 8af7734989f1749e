import { join } from "node:path";
import { field, type ReadHostEvent } from "./host-event.js";

/** What our plugin for OpenCode sends: the session, and where OpenCode keeps its database. */
export const readOpenCode: ReadHostEvent = (payload, event, home) => {
  const session = field(payload, "session_id");
  const data = field(payload, "data_folder") || join(home, ".local", "share", "opencode");
  return {
    ...{ agent: "opencode", session, occasion: "other" },
    name: field(payload, "hook_event_name") || event,
    transcript: session ? `${join(data, "opencode.db")}#${session}` : "",
    folder: field(payload, "cwd"),
    prompt: "",
    error: "",
  };
};
