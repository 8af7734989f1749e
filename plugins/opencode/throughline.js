// Installed by Throughline; `throughline uninstall` removes it.
import { spawn } from "node:child_process";
import { homedir } from "node:os";
import { join } from "node:path";
import { cwd, env } from "node:process";

const command = ["throughline"];
const homeArgs = [];
const fileTools = new Set(["read", "edit", "write"]);
const readTools = new Set(["read", "grep", "glob", "list", "find", "ls", "todowrite", "todoread", "skill"]);
const maxWaitMs = 4500;

const start = (event, fields, stdout) => {
  const child = spawn(command[0], [...command.slice(1), "hook", "--host", "opencode", "--event", event, ...homeArgs], {
    stdio: ["pipe", stdout, "ignore"],
    windowsHide: true,
  });
  child.on("error", () => {});
  child.stdin.on("error", () => {});
  child.stdin.end(JSON.stringify({ hook_event_name: event, ...fields }));
  return child;
};
const recent = new Set();
const report = (event, fields) => {
  const key = fields.session_id + event;
  if (!fields.session_id || recent.has(key)) return;
  recent.add(key);
  setTimeout(() => recent.delete(key), 1000).unref();
  try {
    start(event, fields, "ignore");
  } catch {}
};
const ask = (event, fields) =>
  new Promise((resolve) => {
    try {
      const child = start(event, fields, "pipe");
      let text = "";
      child.stdout.setEncoding("utf8").on("data", (chunk) => (text += chunk));
      child.on("close", () => resolve(text));
      child.on("error", () => resolve(""));
      setTimeout(() => resolve(""), maxWaitMs).unref();
    } catch {
      resolve("");
    }
  });
/** Why a tool must not run; nothing for tools that only read. */
const stopOf = (event, fields, tool, input) =>
  readTools.has(tool) ? "" : ask(event, { ...fields, tool_name: tool, tool_input: input ?? {} });
const started = new Set();
/** The start of a session has no moment of its own: its context comes with the first prompt. */
const askWithPrompt = async (startEvent, promptEvent, fields, prompt) => {
  const isFirst = !started.has(fields.session_id);
  started.add(fields.session_id);
  const atStart = isFirst ? await ask(startEvent, fields) : "";
  const withPrompt = await ask(promptEvent, { ...fields, prompt, received: atStart.length });
  return [atStart, withPrompt].filter(Boolean).join("\n");
};

const sessionEvents = new Set(["session.idle", "session.compacted", "session.deleted", "session.error", "message.updated"]);

export const Throughline = async ({ directory }) => {
  const data = join(env.XDG_DATA_HOME || join(homedir(), ".local", "share"), "opencode");
  const fieldsOf = (session) => ({ session_id: session, cwd: directory, data_folder: data });
  return {
    event: async ({ event }) => {
      const session = event?.properties?.sessionID ?? event?.properties?.info?.sessionID ?? "";
      if (sessionEvents.has(event?.type)) report(event.type, fieldsOf(session));
    },
    "chat.message": async ({ sessionID }, output) => {
      const part = output?.parts?.find((one) => one.type === "text" && !one.synthetic);
      if (!sessionID || !part) return;
      const text = await askWithPrompt("session.start", "chat.message", fieldsOf(sessionID), part.text);
      if (text) output.parts.push({ ...part, id: part.id + "t", text, synthetic: true });
    },
    "tool.execute.before": async ({ tool, sessionID }, output) => {
      const reason = sessionID && (await stopOf("tool.execute.before", fieldsOf(sessionID), tool, output?.args));
      if (reason) throw new Error(reason);
    },
    "tool.execute.after": async ({ tool, sessionID, args }, output) => {
      const exit = output?.metadata?.exit;
      if (!sessionID || !(fileTools.has(tool) || (tool === "bash" && exit))) return;
      const response = { output: output.output, ...(exit ? { exit } : {}) };
      const call = { tool_name: tool, tool_input: args ?? {}, tool_response: response };
      const text = await ask("tool.execute.after", { ...fieldsOf(sessionID), ...call });
      if (text) output.output = output.output + "\n\n" + text;
    },
  };
};
