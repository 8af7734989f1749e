import type { Platform } from "../../../base/platform.js";
import { type AgentHost, plainServer } from "./host.js";

const extensionOf = ({ join, appData }: Platform) =>
  join(appData, "Code", "User", "globalStorage", "saoudrizwan.claude-dev");

export const cline: AgentHost = {
  id: "cline",
  name: "Cline",
  caller: "cline",
  commands: ["cline"],
  detectionPaths: (platform) => [extensionOf(platform)],
  server: ({ platform, scope }) =>
    scope === "project"
      ? undefined
      : {
          files: [platform.join(extensionOf(platform), "settings", "cline_mcp_settings.json")],
          format: "json",
          path: ["mcpServers", "throughline"],
        },
  serverEntry: (launch) => plainServer(launch, "cline"),
  events: [],
  notes: ({ platform: { join, home }, scope, project }) =>
    scope === "user"
      ? [{ folder: join(home, "Documents", "Cline", "Rules"), ending: ".md" }]
      : [{ file: join(project, ".clinerules") }, { folder: join(project, ".clinerules"), ending: ".md" }],
};
