import { type AgentHost, plainServer } from "./host.js";

export const windsurf: AgentHost = {
  id: "windsurf",
  name: "Windsurf",
  caller: "windsurf",
  commands: ["windsurf"],
  traces: ({ join, home }) => [join(home, ".codeium", "windsurf")],
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
};
