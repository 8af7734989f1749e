import { type AgentHost, hookTimeoutSeconds, hookWords, plainServer, rootOf } from "./host.js";

export const claudeCode: AgentHost = {
  id: "claude-code",
  name: "Claude Code",
  caller: "claude-code",
  commands: ["claude"],
  detectionPaths: ({ env, join, home }) => [env.CLAUDE_CONFIG_DIR || join(home, ".claude"), join(home, ".claude.json")],
  server: ({ platform, scope, project }) => {
    const configDir = platform.env.CLAUDE_CONFIG_DIR;
    const user = platform.join(configDir || platform.home, ".claude.json");
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
  hooks: (context) => ({
    kind: "list",
    file: context.platform.join(folderOf(context), "settings.json"),
    companions: {},
    item: (launch, event, platform) => {
      const [command = "", ...args] = hookWords(launch, "claude-code", event);
      // With `args`, no shell runs, so spaces, quotes and Windows need no escaping. A command without a path needs
      // a shell: on Windows it is a file that only a shell finds and starts.
      const start = platform.isAbsolute(command)
        ? { command, args }
        : { command: platform.shellLine([command, ...args]) };
      return { matcher: "", hooks: [{ type: "command", ...start, timeout: hookTimeoutSeconds }] };
    },
  }),
  notes: (context) => {
    const { join } = context.platform;
    const folder = folderOf(context);
    const rules = { folder: join(folder, "rules"), ending: ".md" };
    const instructions = { file: join(folder, "CLAUDE.md") };
    return context.scope === "user"
      ? [instructions, rules, { projects: join(folder, "projects"), below: "memory" }]
      : [
          ...["CLAUDE.md", "CLAUDE.local.md"].map((name) => ({ file: join(context.project, name) })),
          ...[instructions, rules, { name: "CLAUDE.md", inFoldersOf: context.project }],
        ];
  },
  plugins: (context) => ({
    files: [context.platform.join(folderOf(context), "settings.json")],
    format: "json",
    path: ["enabledPlugins"],
  }),
  skills: (context) => context.platform.join(folderOf(context), "skills"),
};

function folderOf(context: Parameters<AgentHost["server"]>[0]): string {
  const configDir = context.platform.env.CLAUDE_CONFIG_DIR;
  return context.scope === "user" && configDir ? configDir : context.platform.join(rootOf(context), ".claude");
}
