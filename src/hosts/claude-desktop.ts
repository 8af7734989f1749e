import type { OwnParts } from "./host.js";
import { mcpServers } from "./host-parts.js";

export const claudeDesktop: OwnParts = {
  id: "claude-desktop",
  name: "Claude Desktop",
  commands: [],
  detectionPaths: ({ join, appData }) => [join(appData, "Claude")],
  server: ({ platform: { join, appData }, scope }) =>
    scope === "project" ? undefined : mcpServers(join(appData, "Claude", "claude_desktop_config.json")),
  afterwards: "Restart Claude Desktop.",
  basis: "Written from its documentation.",
};
