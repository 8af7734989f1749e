import type { Platform } from "../../../base/platform.js";
import { type AgentHost, plainServer } from "./host.js";

/** Zed follows XDG on macOS too. */
const folderOf = ({ os, join, appData, configHome }: Platform) =>
  os === "win32" ? join(appData, "Zed") : join(configHome, "zed");

export const zed: AgentHost = {
  id: "zed",
  name: "Zed",
  caller: "zed",
  commands: ["zed"],
  detectionPaths: (platform) => [folderOf(platform)],
  server: ({ platform, scope, project }) => ({
    files: [platform.join(scope === "user" ? folderOf(platform) : platform.join(project, ".zed"), "settings.json")],
    format: "json",
    path: ["context_servers", "throughline"],
  }),
  serverEntry: (launch) => ({ source: "custom", ...plainServer(launch, "zed") }),
  events: [],
  notes: ({ platform: { join }, scope, project }) =>
    scope === "user" ? [] : [".rules", "AGENTS.md"].map((name) => ({ file: join(project, name) })),
};
