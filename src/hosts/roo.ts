import { extensionFolders, extensionSettings, gatherTask, readTask, taskFolders } from "./cline.js";
import type { OwnParts } from "./host.js";
import { mcpServers } from "./host-parts.js";
import type { TranscriptFormat } from "./transcript-format.js";

const extension = "rooveterinaryinc.roo-cline";

/** A fork of Cline: tasks of the same form, with a file beside each that says what it is about. */
export const rooTranscripts: TranscriptFormat = {
  folders: (platform) => taskFolders(platform, extension),
  gather: gatherTask,
  read: readTask,
};

export const roo: OwnParts = {
  id: "roo",
  name: "Roo Code",
  commands: [],
  detectionPaths: (platform) => extensionFolders(platform, extension),
  server: ({ platform, scope, project }) =>
    mcpServers(
      scope === "project"
        ? platform.join(project, ".roo", "mcp.json")
        : extensionSettings(platform, extension, "mcp_settings.json"),
    ),
  notes: ({ platform: { join, home }, scope, project }) => [
    { folder: join(scope === "user" ? home : project, ".roo", "rules"), ending: ".md" },
    ...(scope === "user" ? [] : [{ file: join(project, "AGENTS.md") }]),
  ],
  basis: "Written from its documentation and its files; not tested with the real program.",
};
