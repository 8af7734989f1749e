import { extensionFolders, gatherTask, readTask, taskFolders } from "./cline.js";
import type { HookSetup, HostContext, OwnParts } from "./host.js";
import { cannotAsk, scopedFolder } from "./host-parts.js";
import {
  findOpenCodeSessions,
  openCodeDatabase,
  openCodeServer,
  openCodeServerEntry,
  openCodeTranscripts,
} from "./opencode.js";
import { openCodePlugin } from "./opencode-plugin.js";
import { restoreForOpenCode } from "./opencode-restore.js";
import type { TranscriptFormat } from "./transcript-format.js";

const extension = "kilocode.kilo-code";

const folderOf = (context: HostContext) =>
  scopedFolder(context, context.platform.join(context.platform.configHome, "kilo"), ".kilo");

export const kiloHooks: HookSetup = {
  events: ["session"],
  location: (context) => ({
    kind: "file",
    file: context.platform.join(folderOf(context), "plugins", "throughline.js"),
    text: (launch) => openCodePlugin(launch, "kilo"),
  }),
};

/** Its database is OpenCode's. Up to version 5 the extension was a fork of Cline, with its tasks. */
export const kiloTranscripts: TranscriptFormat = {
  folders: (platform) => taskFolders(platform, extension),
  databases: (platform) => [openCodeDatabase(platform, "kilo")],
  findOthers: (sources) => findOpenCodeSessions(sources, openCodeDatabase(sources.platform, "kilo")),
  gather: (state, sources) =>
    /[\\/]api_conversation_history\.json$/.test(state.path)
      ? gatherTask(state, sources)
      : (openCodeTranscripts.gather?.(state, sources) ?? Promise.resolve("missing")),
  read: (line, position) =>
    line.table === undefined ? readTask(line, position) : openCodeTranscripts.read(line, position),
};

export const kilo: OwnParts = {
  id: "kilo",
  name: "Kilo Code",
  commands: ["kilo", "kilocode"],
  detectionPaths: (platform) => [
    platform.join(platform.configHome, "kilo"),
    platform.dirname(openCodeDatabase(platform, "kilo")),
    ...extensionFolders(platform, extension),
  ],
  server: (context) => openCodeServer(context, folderOf(context), "kilo"),
  serverEntry: openCodeServerEntry,
  skills: (context) => context.platform.join(folderOf(context), "skills"),
  notes: ({ platform: { join, home }, scope, project }) => [
    { folder: join(scope === "user" ? home : project, ".kilocode", "rules"), ending: ".md" },
    ...(scope === "user" ? [] : [{ file: join(project, "AGENTS.md") }]),
  ],
  restore: (session) => restoreForOpenCode(session, "kilo"),
  start: { program: "kilo", args: (prompt) => ["--prompt", prompt] },
  limits: [
    cannotAsk,
    "The extension of VS Code up to version 5, a fork of Cline, is not connected; its tasks are read.",
  ],
  basis: "Tested with Kilo CLI 7.7.9; the tasks of the old extension are written from its files.",
};
