// Installed by Throughline; `throughline uninstall` removes it.
import { spawn } from "node:child_process";
import { homedir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";

const command = ["throughline"];
const homeArgs = [];
const sessionEvents = new Set(["session.idle", "session.compacted", "session.deleted", "session.error", "message.updated"]);
const fileTools = new Set(["read", "edit", "write"]);
const maxWaitMs = 4500;

export const Throughline = async ({ directory }) => {
  const data = join(env.XDG_DATA_HOME || join(homedir(), ".local", "share"), "opencode");
  const start = (event, session, fields, stdout) => {
    const child = spawn(command[0], [...command.slice(1), "hook", "--host", "opencode", "--event", event, ...homeArgs], {
      stdio: ["pipe", stdout, "ignore"],
      windowsHide: true,
    });
    child.on("error", () => {});
    child.stdin.on("error", () => {});
    const payload = { hook_event_name: event, session_id: session, cwd: directory, data_folder: data, ...fields };
    child.stdin.end(JSON.stringify(payload));
    return child;
  };
  const recent = new Set();
  const report = (event, session) => {
    if (!session || recent.has(session + event)) return;
    recent.add(session + event);
    setTimeout(() => recent.delete(session + event), 1000).unref();
    try {
      start(event, session, {}, "ignore");
    } catch {}
  };
  const ask = (event, session, fields) =>
    new Promise((resolve) => {
      try {
        const child = start(event, session, fields, "pipe");
        let text = "";
        child.stdout.setEncoding("utf8").on("data", (chunk) => (text += chunk));
        child.on("close", () => resolve(text));
        child.on("error", () => resolve(""));
        setTimeout(() => resolve(""), maxWaitMs).unref();
      } catch {
        resolve("");
      }
    });
  const started = new Set();
  return {
    event: async ({ event }) => {
      if (sessionEvents.has(event?.type)) report(event.type, event.properties?.sessionID ?? event.properties?.info?.sessionID ?? "");
    },
    "chat.message": async ({ sessionID }, output) => {
      const part = output?.parts?.find((one) => one.type === "text" && !one.synthetic);
      if (!sessionID || !part) return;
      const isFirst = !started.has(sessionID);
      started.add(sessionID);
      const atStart = isFirst ? await ask("session.start", sessionID, {}) : "";
      const withPrompt = await ask("chat.message", sessionID, { prompt: part.text, received: atStart.length });
      const text = [atStart, withPrompt].filter(Boolean).join("\n");
      if (text) output.parts.push({ ...part, id: part.id + "t", text, synthetic: true });
    },
    "tool.execute.after": async ({ tool, sessionID, args }, output) => {
      const exit = output?.metadata?.exit;
      if (!sessionID || !(fileTools.has(tool) || (tool === "bash" && exit))) return;
      const response = { output: output.output, ...(exit ? { exit } : {}) };
      const text = await ask("tool.execute.after", sessionID, { tool_name: tool, tool_input: args ?? {}, tool_response: response });
      if (text) output.output = output.output + "\n\n" + text;
    },
  };
};
