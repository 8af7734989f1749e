import { type AgentHost, type HostContext, hookTimeoutSeconds, hookWords, plainServer, rootOf } from "./host.js";

export const codex: AgentHost = {
  id: "codex",
  name: "Codex",
  caller: "codex",
  commands: ["codex"],
  detectionPaths: ({ env, join, home }) => [env.CODEX_HOME || join(home, ".codex")],
  server: (context) => ({
    files: [context.platform.join(folderOf(context), "config.toml")],
    format: "toml",
    path: ["mcp_servers", "throughline"],
  }),
  serverEntry: (launch) => plainServer(launch, "codex"),
  events: ["SessionStart", "UserPromptSubmit", "PostToolUse", "Stop", "SubagentStop", "PreCompact", "SessionEnd"],
  hooks: (context) => ({
    kind: "list",
    file: context.platform.join(folderOf(context), "hooks.json"),
    companions: {},
    item: (launch, event, { shellLine }) => ({
      hooks: [
        {
          type: "command",
          command: shellLine(hookWords(launch, "codex", event)),
          // Codex limits this event to three seconds, and warns at every start otherwise.
          timeout: event === "SessionEnd" ? 3 : hookTimeoutSeconds,
        },
      ],
    }),
  }),
  approvals: (context) => ({
    files: [context.platform.join(folderOf(context), "config.toml")],
    format: "toml",
    path: ["hooks", "state"],
  }),
  notes: (context) => {
    const { platform, scope, project } = context;
    const names = [["AGENTS.md"], ["memories", "MEMORY.md"], ["memories", "memory_summary.md"]];
    return scope === "user"
      ? names.map((name) => ({ file: platform.join(folderOf(context), ...name) }))
      : [{ file: platform.join(project, "AGENTS.md") }, { name: "AGENTS.md", inFoldersOf: project }];
  },
  plugins: (context) => ({
    files: [context.platform.join(folderOf(context), "config.toml")],
    format: "toml",
    path: ["plugins"],
  }),
  skills: (context) => context.platform.join(rootOf(context), ".agents", "skills"),
  afterwards: "Codex asks once whether it may run the hooks: approve them in /hooks.",
};

function folderOf(context: HostContext): string {
  const codexHome = context.platform.env.CODEX_HOME;
  return context.scope === "user" && codexHome ? codexHome : context.platform.join(rootOf(context), ".codex");
}
