import { type AgentHost, hookArguments, type Launch, type Place, plainServer, rootOf } from "./host.js";

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
  hooks: (place) => ({
    kind: "file",
    file: place.platform.join(pluginsOf(place), "throughline.js"),
    text: openCodePlugin,
  }),
  skills: (place) => place.platform.join(rootOf(place), ".agents", "skills"),
};

const pluginsOf = ({ platform, scope, project }: Place) =>
  scope === "user"
    ? platform.join(platform.configHome, "opencode", "plugins")
    : platform.join(project, ".opencode", "plugins");

/** OpenCode takes no command for a hook but a program: this one starts ours when a session rests, and never waits. */
export const openCodePlugin = (
  launch: Launch,
): string => `// Written by \`throughline install\`; \`throughline uninstall\` takes it away.
import { spawn } from "node:child_process";
import { homedir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";

const command = ${JSON.stringify([...launch.words, ...hookArguments("opencode", "session")])};
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
`;
