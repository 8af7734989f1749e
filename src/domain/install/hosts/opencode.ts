import { type AgentHost, type HostContext, homeWords, type Launch, plainServer, rootOf } from "./host.js";

export const opencode: AgentHost = {
  id: "opencode",
  name: "OpenCode",
  caller: "opencode",
  commands: ["opencode"],
  detectionPaths: ({ join, configHome }) => [join(configHome, "opencode")],
  server: ({ platform, scope, project }) => {
    const folder = scope === "user" ? platform.join(platform.configHome, "opencode") : project;
    const files = ["opencode.json", "opencode.jsonc"].map((name) => platform.join(folder, name));
    return { files, format: "json", path: ["mcp", "throughline"] };
  },
  serverEntry: (launch) => {
    const { command, args, env } = plainServer(launch, "opencode");
    return { type: "local", command: [command, ...args], environment: env, enabled: true };
  },
  events: ["session"],
  hooks: (context) => ({
    kind: "file",
    file: context.platform.join(pluginsOf(context), "throughline.js"),
    text: openCodePlugin,
  }),
  notes: ({ platform, scope, project }) => [
    { file: platform.join(...(scope === "user" ? [platform.configHome, "opencode"] : [project]), "AGENTS.md") },
  ],
  skills: (context) => context.platform.join(rootOf(context), ".agents", "skills"),
};

const pluginsOf = ({ platform, scope, project }: HostContext) =>
  scope === "user"
    ? platform.join(platform.configHome, "opencode", "plugins")
    : platform.join(project, ".opencode", "plugins");

/**
 * OpenCode runs hooks as a plugin: this one reports changed sessions to Throughline without waiting, and adds the
 * context that Throughline returns to prompts and tool results.
 */
export const openCodePlugin = (
  launch: Launch,
): string => `// Installed by Throughline; \`throughline uninstall\` removes it.
import { spawn } from "node:child_process";
import { homedir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";

const command = ${JSON.stringify(launch.words)};
const homeArgs = ${JSON.stringify(homeWords(launch))};
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
      const text = [atStart, withPrompt].filter(Boolean).join("\\n");
      if (text) output.parts.push({ ...part, id: part.id + "t", text, synthetic: true });
    },
    "tool.execute.after": async ({ tool, sessionID, args }, output) => {
      const exit = output?.metadata?.exit;
      if (!sessionID || !(fileTools.has(tool) || (tool === "bash" && exit))) return;
      const response = { output: output.output, ...(exit ? { exit } : {}) };
      const text = await ask("tool.execute.after", sessionID, { tool_name: tool, tool_input: args ?? {}, tool_response: response });
      if (text) output.output = output.output + "\\n\\n" + text;
    },
  };
};
`;
