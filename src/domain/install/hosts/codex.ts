import { type AgentHost, hookTimeoutSeconds, hookWords, type Place, plainServer, rootOf } from "./host.js";

export const codex: AgentHost = {
  id: "codex",
  name: "Codex",
  caller: "codex",
  commands: ["codex"],
  traces: ({ env, join, home }) => [env.CODEX_HOME || join(home, ".codex")],
  server: (place) => ({
    files: [place.platform.join(folderOf(place), "config.toml")],
    format: "toml",
    path: ["mcp_servers", "throughline"],
  }),
  serverEntry: (launch) => plainServer(launch, "codex"),
  events: ["SessionStart", "UserPromptSubmit", "PostToolUse", "Stop", "SubagentStop", "PreCompact", "SessionEnd"],
  hooks: (place) => ({
    kind: "list",
    file: place.platform.join(folderOf(place), "hooks.json"),
    besides: {},
    item: (launch, event, { shellLine }) => ({
      hooks: [
        {
          type: "command",
          command: shellLine(hookWords(launch, "codex", event)),
          // Codex cuts this event off after three seconds, and says so at every start.
          timeout: event === "SessionEnd" ? 3 : hookTimeoutSeconds,
        },
      ],
    }),
  }),
  notes: (place) => {
    const { platform, scope, project } = place;
    const names = [["AGENTS.md"], ["memories", "MEMORY.md"], ["memories", "memory_summary.md"]];
    return scope === "user"
      ? names.map((name) => ({ file: platform.join(folderOf(place), ...name) }))
      : [{ file: platform.join(project, "AGENTS.md") }, { name: "AGENTS.md", inFoldersOf: project }];
  },
  plugins: (place) => ({
    files: [place.platform.join(folderOf(place), "config.toml")],
    format: "toml",
    path: ["plugins"],
  }),
  skills: (place) => place.platform.join(rootOf(place), ".agents", "skills"),
  afterwards: "Codex asks once whether it may run the hooks: approve them in /hooks.",
};

function folderOf(place: Place): string {
  const own = place.platform.env.CODEX_HOME;
  return place.scope === "user" && own ? own : place.platform.join(rootOf(place), ".codex");
}
