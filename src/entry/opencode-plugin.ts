/** OpenCode takes hooks as a plugin: this one tells Throughline which session moved, and waits for nothing. */
export const openCodePlugin = (
  command: readonly string[],
): string => `// Written by \`throughline hooks enable --agent opencode\`; removed by \`throughline hooks disable\`.
import { spawn } from "node:child_process";
import { homedir } from "node:os";
import { join } from "node:path";

const command = ${JSON.stringify(command)};
const moved = new Set(["session.idle", "session.compacted", "session.deleted", "session.error", "message.updated"]);

export const Throughline = async ({ directory }) => {
  const data = join(process.env.XDG_DATA_HOME || join(homedir(), ".local", "share"), "opencode");
  const last = new Map();
  const tell = (event, session) => {
    if (!session || Date.now() - (last.get(session + event) ?? 0) < 1000) return;
    last.set(session + event, Date.now());
    try {
      const child = spawn(command[0], [...command.slice(1), "hook", "--host", "opencode", "--event", event], {
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
`;
