// Written by `throughline install`; `throughline uninstall` takes it away.
import { spawn } from "node:child_process";
import { homedir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";

const command = ["throughline","hook","--host","opencode","--event","session"];
const moments = ["session.created", "session.idle", "session.compacted", "session.error"];

export const Throughline = async ({ directory }) => ({
  event: async ({ event }) => {
    const session = event.properties?.sessionID ?? event.properties?.info?.id;
    if (!moments.includes(event.type) || !session) return;
    const data = env.XDG_DATA_HOME || join(homedir(), ".local", "share");
    const payload = { hook_event_name: event.type, session_id: session, cwd: directory, data_folder: join(data, "opencode") };
    const hook = spawn(command[0], command.slice(1), { stdio: ["pipe", "ignore", "ignore"], windowsHide: true });
    hook.on("error", () => {});
    hook.stdin.on("error", () => {});
    hook.stdin.end(JSON.stringify(payload));
    hook.unref();
  },
});
