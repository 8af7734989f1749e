import { type AgentHost, plainServer } from "./host.js";

export const windsurf: AgentHost = {
  id: "windsurf",
  name: "Windsurf",
  caller: "windsurf",
  commands: ["windsurf"],
  detectionPaths: ({ join, home }) => [join(home, ".codeium", "windsurf")],
  server: ({ platform, scope }) =>
    scope === "project"
      ? undefined
      : {
          files: [platform.join(platform.home, ".codeium", "windsurf", "mcp_config.json")],
          format: "json",
          path: ["mcpServers", "throughline"],
        },
  serverEntry: (launch) => plainServer(launch, "windsurf"),
  events: [],
  notes: ({ platform: { join, home }, scope, project }) =>
    scope === "user"
      ? [{ file: join(home, ".codeium", "windsurf", "memories", "global_rules.md") }]
      : [{ file: join(project, ".windsurfrules") }, { folder: join(project, ".windsurf", "rules"), ending: ".md" }],
};
