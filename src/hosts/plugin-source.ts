import { homeWords, type Launch } from "./host.js";

/**
 * A plugin for hosts that run programs instead of hooks: `report(event, fields)` tells Throughline that a session
 * changed, without waiting; `ask(event, fields)` resolves to the context that Throughline returns, or to nothing.
 */
export const pluginSource = (
  { words, ...launch }: Launch,
  host: string,
  body: string,
): string => `// Installed by Throughline; \`throughline uninstall\` removes it.
import { spawn } from "node:child_process";
import { homedir } from "node:os";
import { join } from "node:path";
import { cwd, env } from "node:process";

const command = ${JSON.stringify(words)};
const homeArgs = ${JSON.stringify(homeWords({ words, ...launch }))};
const fileTools = new Set(["read", "edit", "write"]);
const readTools = new Set(["read", "grep", "glob", "list", "find", "ls", "todowrite", "todoread", "skill"]);
const maxWaitMs = 4500;

const start = (event, fields, stdout) => {
  const child = spawn(command[0], [...command.slice(1), "hook", "--host", "${host}", "--event", event, ...homeArgs], {
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
  return [atStart, withPrompt].filter(Boolean).join("\\n");
};

${body}`;
