// Put here by Throughline; `throughline uninstall` takes it away.
import { spawn } from "node:child_process";
import { homedir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";

const command = ["throughline"];
const more = [];
const moved = new Set(["session.idle", "session.compacted", "session.deleted", "session.error", "message.updated"]);

export const Throughline = async ({ directory }) => {
  const data = join(env.XDG_DATA_HOME || join(homedir(), ".local", "share"), "opencode");
  const told = new Set();
  const tell = (event, session) => {
    if (!session || told.has(session + event)) return;
    told.add(session + event);
    setTimeout(() => told.delete(session + event), 1000).unref();
    try {
      const child = spawn(command[0], [...command.slice(1), "hook", "--host", "opencode", "--event", event, ...more], {
        stdio: ["pipe", "ignore", "ignore"],
        windowsHide: true,
      });
      child.on("error", () => {});
      child.stdin.on("error", () => {});
      child.stdin.end(JSON.stringify({ hook_event_name: event, session_id: session, cwd: directory, data_folder: data }));
    } catch {}
  };
  return {
    event: async ({ event }) => {
      if (moved.has(event?.type)) tell(event.type, event.properties?.sessionID ?? event.properties?.info?.sessionID ?? "");
    },
  };
};
