import { extensionFolders, gatherTask, readTask, taskFolders } from "./cline.js";
import { type Host, mcpServers } from "./host.js";
import type { TranscriptFormat } from "./transcript-format.js";

const extension = "rooveterinaryinc.roo-cline";

/** A fork of Cline: tasks of the same form, with a file beside each that says what it is about. */
export const rooTranscripts: TranscriptFormat = {
  folders: (platform) => taskFolders(platform, extension),
  isGathered: () => true,
  gather: gatherTask,
  read: readTask,
};

export const roo: Host = {
  id: "roo",
  name: "Roo Code",
  commands: [],
  detectionPaths: (platform) => extensionFolders(platform, extension),
  server: ({ platform, scope, project }) =>
    mcpServers(
      scope === "project"
        ? platform.join(project, ".roo", "mcp.json")
        : platform.join(extensionFolders(platform, extension)[0] ?? "", "settings", "mcp_settings.json"),
    ),
  transcripts: rooTranscripts,
  notes: ({ platform: { join, home }, scope, project }) => [
    { folder: join(scope === "user" ? home : project, ".roo", "rules"), ending: ".md" },
    ...(scope === "user" ? [] : [{ file: join(project, "AGENTS.md") }]),
  ],

  basis: "Written from its documentation and its files; not tested with the real program.",
};
