import type { Platform } from "../base/platform.js";
import type { OwnParts } from "./host.js";
import { mcpServers } from "./host-parts.js";

const homeOf = ({ join, home }: Platform) => join(home, ".codeium", "windsurf");

export const windsurf: OwnParts = {
  id: "windsurf",
  name: "Windsurf",
  commands: ["windsurf"],
  detectionPaths: (platform) => [homeOf(platform)],
  server: ({ platform, scope }) =>
    scope === "project" ? undefined : mcpServers(platform.join(homeOf(platform), "mcp_config.json")),
  notes: ({ platform, scope, project }) =>
    scope === "user"
      ? [{ file: platform.join(homeOf(platform), "memories", "global_rules.md") }]
      : [
          { file: platform.join(project, ".windsurfrules") },
          { folder: platform.join(project, ".windsurf", "rules"), ending: ".md" },
        ],
  basis: "Written from its documentation.",
};
