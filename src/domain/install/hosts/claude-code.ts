import { type AgentHost, hookTimeoutSeconds, hookWords, plainServer, rootOf } from "./host.js";

export const claudeCode: AgentHost = {
  id: "claude-code",
  name: "Claude Code",
  caller: "claude-code",
  commands: ["claude"],
  traces: ({ env, join, home }) => [env.CLAUDE_CONFIG_DIR || join(home, ".claude"), join(home, ".claude.json")],
  server: ({ platform, scope, project }) => {
    const own = platform.env.CLAUDE_CONFIG_DIR;
    const user = platform.join(own || platform.home, ".claude.json");
    return {
      files: [scope === "user" ? user : platform.join(project, ".mcp.json")],
      format: "json",
      path: ["mcpServers", "throughline"],
    };
  },
  serverEntry: (launch) => ({ type: "stdio", ...plainServer(launch, "claude-code") }),
  events: [
    ...["SessionStart", "UserPromptSubmit", "PostToolUse", "PostToolUseFailure", "Stop", "SubagentStop"],
    ...["PreCompact", "Notification", "SessionEnd"],
  ],
  hooks: (place) => ({
    kind: "list",
    file: place.platform.join(folderOf(place), "settings.json"),
    besides: {},
    item: (launch, event, platform) => {
      const [command = "", ...args] = hookWords(launch, "claude-code", event);
      // With `args` no shell takes part, so that spaces, quotes and Windows need no care. A mere name needs one:
      // on Windows it stands for a file that only a shell finds and starts.
      const start = platform.isAbsolute(command)
        ? { command, args }
        : { command: platform.shellLine([command, ...args]) };
      return { matcher: "", hooks: [{ type: "command", ...start, timeout: hookTimeoutSeconds }] };
    },
  }),
  notes: (place) => {
    const { join } = place.platform;
    const folder = folderOf(place);
    const rules = { folder: join(folder, "rules"), ending: ".md" };
    const own = { file: join(folder, "CLAUDE.md") };
    return place.scope === "user"
      ? [own, rules, { projects: join(folder, "projects"), below: "memory" }]
      : [
          ...["CLAUDE.md", "CLAUDE.local.md"].map((name) => ({ file: join(place.project, name) })),
          ...[own, rules, { name: "CLAUDE.md", inFoldersOf: place.project }],
        ];
  },
  plugins: (place) => ({
    files: [place.platform.join(folderOf(place), "settings.json")],
    format: "json",
    path: ["enabledPlugins"],
  }),
  skills: (place) => place.platform.join(folderOf(place), "skills"),
};

function folderOf(place: Parameters<AgentHost["server"]>[0]): string {
  const own = place.platform.env.CLAUDE_CONFIG_DIR;
  return place.scope === "user" && own ? own : place.platform.join(rootOf(place), ".claude");
}
