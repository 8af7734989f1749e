import { type AgentHost, plainServer } from "./host.js";

export const claudeDesktop: AgentHost = {
  id: "claude-desktop",
  name: "Claude Desktop",
  caller: "claude-desktop",
  commands: [],
  detectionPaths: ({ join, appData }) => [join(appData, "Claude")],
  server: ({ platform, scope }) =>
    scope === "project"
      ? undefined
      : {
          files: [platform.join(platform.appData, "Claude", "claude_desktop_config.json")],
          format: "json",
          path: ["mcpServers", "throughline"],
        },
  serverEntry: (launch) => plainServer(launch, "claude-desktop"),
  events: [],
  afterwards: "Restart Claude Desktop.",
};
