import { type AgentHost, type HostContext, homeWords, type Launch, plainServer, rootOf } from "./host.js";

export const opencode: AgentHost = {
  id: "opencode",
  name: "OpenCode",
  caller: "opencode",
  commands: ["opencode"],
  traces: ({ join, configHome }) => [join(configHome, "opencode")],
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

/** OpenCode loads hooks as a program: this one reports to Throughline which session changed, without waiting. */
export const openCodePlugin = (
  launch: Launch,
): string => `// Put here by Throughline; \`throughline uninstall\` takes it away.
import { spawn } from "node:child_process";
import { homedir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";

const command = ${JSON.stringify(launch.words)};
const more = ${JSON.stringify(homeWords(launch))};
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
`;
