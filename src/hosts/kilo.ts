import { extensionFolders, gatherTask, readTask, taskFolders } from "./cline.js";
import { type Host, mcpServers } from "./host.js";
import type { TranscriptFormat } from "./transcript-format.js";

const extension = "kilocode.kilo-code";

/** A fork of Cline: tasks of the same form, with a file beside each that says what it is about. */
export const kiloTranscripts: TranscriptFormat = {
  folders: (platform) => taskFolders(platform, extension),
  isGathered: () => true,
  gather: gatherTask,
  read: readTask,
};

export const kilo: Host = {
  id: "kilo",
  name: "Kilo Code",
  commands: [],
  detectionPaths: (platform) => extensionFolders(platform, extension),
  server: ({ platform, scope, project }) =>
    mcpServers(
      scope === "project"
        ? platform.join(project, ".kilocode", "mcp.json")
        : platform.join(extensionFolders(platform, extension)[0] ?? "", "settings", "mcp_settings.json"),
    ),
  transcripts: kiloTranscripts,
  notes: ({ platform: { join, home }, scope, project }) => [
    { folder: join(scope === "user" ? home : project, ".kilocode", "rules"), ending: ".md" },
    ...(scope === "user" ? [] : [{ file: join(project, "AGENTS.md") }]),
  ],
  limits: [
    "Only the extension of VS Code up to version 5 is connected and read. Its successor and the command line are forks of OpenCode.",
  ],
  basis: "Written from its documentation and its files; not tested with the real program.",
};
