import { isObject } from "../base/json.js";
import type { Platform } from "../base/platform.js";
import { type Host, mcpServers } from "./host.js";
import { countAt, firstText, objectsAt, textAt, timeOf } from "./json-fields.js";
import { messageEvents } from "./message-blocks.js";
import { type Gather, nothing, readJsonFile, type TranscriptFormat, wholePiece } from "./transcript-format.js";

/** An extension's folder in each editor that runs extensions of VS Code. */
export const extensionFolders = ({ join, appData }: Platform, extension: string): string[] =>
  ["Code", "Code - Insiders", "VSCodium", "Cursor", "Windsurf"].map((editor) =>
    join(appData, editor, "User", "globalStorage", extension),
  );

/** Where an extension of Cline's family keeps tasks: `tasks/<task>/api_conversation_history.json`. */
export const taskFolders = (platform: Platform, extension: string) =>
  extensionFolders(platform, extension).map((folder) => ({
    folder: platform.join(folder, "tasks"),
    depth: 2,
    name: /[\\/]api_conversation_history\.json$/,
  }));

/** A task is rewritten as a whole; what it is about is in a file beside it. For Cline and its forks. */
export const gatherTask: Gather = async (state, { transcripts, platform: { dirname, basename, join } }) => {
  const saved = await readJsonFile(transcripts, state.path);
  const messages = Array.isArray(saved) ? saved.filter(isObject) : objectsAt(saved, "messages");
  if (saved === undefined) return "missing";
  const folder = dirname(state.path);
  const id = basename(folder);
  const beside = await readJsonFile(
    transcripts,
    join(folder, Array.isArray(saved) ? "history_item.json" : `${id}.json`),
  );
  const history = isObject(beside)
    ? []
    : await readJsonFile(transcripts, join(dirname(dirname(folder)), "state", "taskHistory.json"));
  const about = isObject(beside)
    ? beside
    : ((Array.isArray(history) ? history : []).find((one) => textAt(one, "id") === id) ?? {});
  // The id of a task is the time of its start, for messages that have none.
  const timed = messages.map((one) => ({ ...one, ts: one.ts ?? Number.parseInt(id, 10) }));
  return wholePiece([{ ...about, id, role: "about" }, ...timed], state);
};

export const readTask: TranscriptFormat["read"] = (line, position) => {
  const role = textAt(line, "role");
  if (role === "about") {
    const title = textAt(line, "metadata", "title") || firstText(line, "task", "prompt");
    const folder = firstText(line, "cwd", "cwdOnTaskInitialization", "workspace");
    const facts = { sessionId: textAt(line, "id"), title: title.slice(0, 80), folder };
    return { facts: { ...facts, model: firstText(line, "model", "modelId") }, events: [] };
  }
  if (role !== "user" && role !== "assistant") return nothing;
  const content = Array.isArray(line.content) ? line.content.map(withPlainResult) : line.content;
  const [key, at] = [textAt(line, "id") || position, timeOf(line.ts)];
  const facts = {
    tokensIn: countAt(line, "metrics", "inputTokens"),
    tokensOut: countAt(line, "metrics", "outputTokens"),
  };
  return {
    facts,
    events: messageEvents({ role, content, key, at, words: personWords, exitCode: /exited with code (\d+)/ }),
  };
};

/** Several commands in one call have a list of results. */
function withPlainResult(block: unknown): unknown {
  const results = objectsAt(block, "content").filter((one) => "success" in one);
  if (!isObject(block) || results.length === 0) return block;
  const content = results.map((one) => firstText(one, "result", "error")).join("\n");
  return { ...block, content, is_error: results.some(({ success }) => success === false) };
}

const hostText = /<(environment_details|hook_context|mode_notice)\b[\s\S]*?<\/\1>/g;
const wrapped = /<(task|user_message|user_input|feedback|answer)\b[^>]*>\s*([\s\S]*?)\s*<\/\1>/;
const oldResult = /^\s*\[[\w-]+(?: for [^\n]*)?\] Result:|^\s*\[ERROR\]/;

function personWords(text: string): string {
  const own = text.replace(hostText, "").trim();
  return wrapped.exec(own)?.[2] ?? (oldResult.test(own) ? "" : own);
}

const extension = "saoudrizwan.claude-dev";

/** `~/.cline/data/sessions/<id>/<id>.messages.json` of the command line, and the tasks of the extension. */
export const clineTranscripts: TranscriptFormat = {
  folders: (platform) => [
    {
      folder: platform.env.CLINE_SESSION_DATA_DIR || platform.join(platform.home, ".cline", "data", "sessions"),
      depth: 2,
      name: /\.messages\.json$/,
    },
    ...taskFolders(platform, extension),
  ],
  isGathered: () => true,
  gather: gatherTask,
  read: readTask,
};

export const cline: Host = {
  id: "cline",
  name: "Cline",
  commands: ["cline"],
  detectionPaths: (platform) => [...extensionFolders(platform, extension), platform.join(platform.home, ".cline")],
  server: ({ platform, scope }) =>
    scope === "project"
      ? undefined
      : mcpServers(
          platform.join(extensionFolders(platform, extension)[0] ?? "", "settings", "cline_mcp_settings.json"),
        ),
  transcripts: clineTranscripts,
  notes: ({ platform: { join, home }, scope, project }) =>
    scope === "user"
      ? [{ folder: join(home, "Documents", "Cline", "Rules"), ending: ".md" }]
      : [{ file: join(project, ".clinerules") }, { folder: join(project, ".clinerules"), ending: ".md" }],
  limits: [
    "Its hooks are a folder of executable scripts, which Throughline does not install yet. In the command line 3.0.65 only those around tools add context.",
    "The command line has MCP settings of its own, in `~/.cline/data/settings`: only the extension is connected.",
  ],
  basis: "Sessions tested with Cline CLI 3.0.65; the extension is written from its documentation.",
};
