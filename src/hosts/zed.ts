import type { Platform } from "../base/platform.js";
import type { Host } from "./host.js";

/** Zed follows XDG on macOS too. */
const folderOf = ({ os, join, appData, configHome }: Platform) =>
  os === "win32" ? join(appData, "Zed") : join(configHome, "zed");

export const zed: Host = {
  id: "zed",
  name: "Zed",
  commands: ["zed"],
  detectionPaths: (platform) => [folderOf(platform)],
  server: ({ platform, scope, project }) => ({
    files: [platform.join(scope === "user" ? folderOf(platform) : platform.join(project, ".zed"), "settings.json")],
    format: "json",
    path: ["context_servers", "throughline"],
  }),
  serverEntry: (plain) => ({ source: "custom", ...plain }),
  notes: ({ platform: { join }, scope, project }) =>
    scope === "user" ? [] : [".rules", "AGENTS.md"].map((name) => ({ file: join(project, name) })),
  basis: "Written from its documentation.",
};
