import { type AgentHost, hookTimeoutSeconds, hookWords, plainServer, rootOf } from "./host.js";

export const cursor: AgentHost = {
  id: "cursor",
  name: "Cursor",
  caller: "cursor",
  commands: ["cursor", "cursor-agent"],
  detectionPaths: ({ join, home }) => [join(home, ".cursor")],
  server: (context) => ({
    files: [context.platform.join(rootOf(context), ".cursor", "mcp.json")],
    format: "json",
    path: ["mcpServers", "throughline"],
  }),
  serverEntry: (launch) => plainServer(launch, "cursor"),
  events: ["sessionStart", "beforeSubmitPrompt", "postToolUse", "postToolUseFailure", "stop", "sessionEnd"],
  hooks: (context) => ({
    kind: "list",
    file: context.platform.join(rootOf(context), ".cursor", "hooks.json"),
    companions: { version: 1 },
    item: (launch, event, { shellLine }) => ({
      command: shellLine(hookWords(launch, "cursor", event)),
      timeout: hookTimeoutSeconds,
    }),
  }),
  /** A person's rules are in the editor's database; rules that exist only in the Cursor account cannot be read. */
  notes: ({ platform: { join, appData }, scope, project }) =>
    scope === "user"
      ? [
          {
            database: join(appData, "Cursor", "User", "globalStorage", "state.vscdb"),
            title: "Rules of mine in Cursor",
            query: "SELECT value FROM ItemTable WHERE key = 'aicontext.personalContext'",
          },
        ]
      : [
          { folder: join(project, ".cursor", "rules"), ending: ".mdc" },
          ...[".cursorrules", "AGENTS.md"].map((name) => ({ file: join(project, name) })),
        ],
  skills: (context) => context.platform.join(rootOf(context), ".cursor", "skills"),
};
