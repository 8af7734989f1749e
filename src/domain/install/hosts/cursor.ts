import { type AgentHost, hookWords, patienceSeconds, plainServer, rootOf } from "./host.js";

export const cursor: AgentHost = {
  id: "cursor",
  name: "Cursor",
  caller: "cursor",
  commands: ["cursor", "cursor-agent"],
  traces: ({ join, home }) => [join(home, ".cursor")],
  server: (place) => ({
    files: [place.platform.join(rootOf(place), ".cursor", "mcp.json")],
    format: "json",
    path: ["mcpServers", "throughline"],
  }),
  serverEntry: (launch) => plainServer(launch, "cursor"),
  events: ["sessionStart", "beforeSubmitPrompt", "postToolUse", "postToolUseFailure", "stop", "sessionEnd"],
  hooks: (place) => ({
    kind: "list",
    file: place.platform.join(rootOf(place), ".cursor", "hooks.json"),
    besides: { version: 1 },
    item: (launch, event, { shellLine }) => ({
      command: shellLine(hookWords(launch, "cursor", event)),
      timeout: patienceSeconds,
    }),
  }),
  /** A person's own rules are kept in Cursor's account, not in files. */
  notes: ({ platform: { join }, scope, project }) =>
    scope === "user"
      ? []
      : [
          { folder: join(project, ".cursor", "rules"), ending: ".mdc" },
          ...[".cursorrules", "AGENTS.md"].map((name) => ({ file: join(project, name) })),
        ],
  skills: (place) => place.platform.join(rootOf(place), ".cursor", "skills"),
};
