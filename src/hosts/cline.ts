import { isObject } from "../base/json.js";
import type { Platform } from "../base/platform.js";
import { nothing, readJsonFile, wholePiece } from "./gather-transcript.js";
import type { HookSetup, OwnParts } from "./host.js";
import { plainServer } from "./host.js";
import { cannotAsk, mcpServers } from "./host-parts.js";
import { firstText, objectAt, objectsAt, textAt } from "./json-fields.js";
import type { PayloadFormat } from "./payload.js";
import { pluginSource } from "./plugin-source.js";
import { messageEvents, timeOf, tokenFacts } from "./transcript-events.js";
import type { Gather, TranscriptFormat } from "./transcript-format.js";

/** An extension's folder in each editor that runs extensions of VS Code. */
export const extensionFolders = ({ join, appData }: Platform, extension: string): string[] =>
  ["Code", "Code - Insiders", "VSCodium", "Cursor", "Windsurf"].map((editor) =>
    join(appData, editor, "User", "globalStorage", extension),
  );

export const extensionSettings = (platform: Platform, extension: string, name: string): string =>
  platform.join(extensionFolders(platform, extension)[0] ?? "", "settings", name);

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
  const read = (...path: string[]) => readJsonFile(transcripts, join(...path));
  const beside = await read(folder, Array.isArray(saved) ? "history_item.json" : `${id}.json`);
  const history = isObject(beside) ? beside : await read(dirname(dirname(folder)), "state", "taskHistory.json");
  const about = [history].flat().find((one) => one === beside || textAt(one, "id") === id);
  // The id of a task is the time of its start, for messages that have none.
  const timed = messages.map((one) => ({ ...one, ts: one.ts ?? Number.parseInt(id, 10) }));
  return wholePiece([{ ...(isObject(about) ? about : {}), id, role: "about" }, ...timed], state);
};

export const readTask: TranscriptFormat["read"] = (line, position) => {
  const role = textAt(line, "role");
  if (role === "about") {
    const title = textAt(line, "metadata", "title") || firstText(line, "task", "prompt");
    const folder = firstText(line, "cwd", "cwdOnTaskInitialization", "workspace");
    const facts = { sessionId: textAt(line, "id"), title: title.slice(0, 80), folder };
    return { facts: { ...facts, model: firstText(line, "model", "modelId") } };
  }
  if (role !== "user" && role !== "assistant") return nothing;
  const content = Array.isArray(line.content) ? line.content.map(withPlainResult) : line.content;
  const [key, at] = [textAt(line, "id") || position, timeOf(line.ts)];
  const { inputTokens, outputTokens } = objectAt(line, "metrics");
  return {
    facts: tokenFacts(inputTokens, outputTokens),
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

/** A session of a plugin is known at its setup; later calls name only the conversation. */
const plugin = (server: object) => `const conversations = new Map();
let latest = {};
const fieldsOf = ({ conversationId }) => conversations.get(conversationId) ?? latest;
const isFailure = (output) => [output].flat().some((one) => one?.success === false);

const throughline = {
  name: "throughline",
  manifest: { capabilities: ["hooks", "mcp"] },
  setup(api, ctx) {
    const session = ctx.session?.sessionId ?? "";
    const sessions = env.CLINE_SESSION_DATA_DIR || join(homedir(), ".cline", "data", "sessions");
    latest = {
      session_id: session,
      cwd: ctx.workspaceInfo?.rootPath ?? cwd(),
      transcript_path: join(sessions, session, session + ".messages.json"),
    };
    // The extension has the server in its own settings.
    if (ctx.client?.name === "cline-cli") api.registerMcpServer(${JSON.stringify(server)});
  },
  hooks: {
    beforeRun: async ({ snapshot }) => {
      if (snapshot.parentAgentId) return;
      if (!conversations.has(snapshot.conversationId)) conversations.set(snapshot.conversationId, latest);
      const said = snapshot.messages.findLast(({ role }) => role === "user")?.content ?? [];
      const prompt = said.map(({ text }) => text ?? "").join("");
      const text = await askWithPrompt("session_start", "before_run", fieldsOf(snapshot), prompt);
      if (text) return { appendContext: text };
    },
    beforeTool: async ({ snapshot, tool, input }) => {
      const reason = await stopOf("before_tool", fieldsOf(snapshot), tool?.name, input);
      if (reason) return { skip: true, reason };
    },
    afterTool: async ({ snapshot, tool, input, result }) => {
      const isFile = ["editor", "apply_patch"].includes(tool?.name);
      if (!isFile && !isFailure(result?.output)) return;
      const output = [result?.output].flat().map((one) => one?.result ?? one?.error ?? "").join("\\n");
      const response = { output, ...(isFile ? {} : { exit: 1 }) };
      const call = { tool_name: isFile ? "edit" : tool?.name, tool_input: input ?? {}, tool_response: response };
      const text = await ask("after_tool", { ...fieldsOf(snapshot), ...call });
      if (text) return { appendContext: text };
    },
    afterRun: async ({ snapshot }) => report("after_run", fieldsOf(snapshot)),
  },
};
export { throughline as default };
`;

export const clineHooks: HookSetup = {
  events: ["session"],
  location: ({ platform, scope, project }) => ({
    kind: "file",
    file: platform.join(scope === "user" ? platform.home : project, ".cline", "plugins", "throughline.js"),
    text: (launch) => {
      const transport = { type: "stdio", ...plainServer(launch, "cline") };
      return pluginSource(launch, "cline", plugin({ name: "throughline", transport }));
    },
  }),
};

/** The payload of our plugin. */
export const clinePayloads: PayloadFormat = {
  occasions: { session_start: "session-start", before_run: "prompt", before_tool: "action", after_tool: "tool" },
  read: (_, { prompt }) => ({ prompt: personWords(prompt) }),
  takesText: true,
};

/** `~/.cline/data/sessions/<id>/<id>.messages.json` of the command line, and the tasks of the extension. */
export const clineTranscripts: TranscriptFormat = {
  folders: (platform) => {
    const folder = platform.env.CLINE_SESSION_DATA_DIR || platform.join(platform.home, ".cline", "data", "sessions");
    return [{ folder, depth: 2, name: /\.messages\.json$/ }, ...taskFolders(platform, extension)];
  },
  gather: gatherTask,
  read: readTask,
};

export const cline: OwnParts = {
  id: "cline",
  name: "Cline",
  commands: ["cline"],
  detectionPaths: (platform) => [...extensionFolders(platform, extension), platform.join(platform.home, ".cline")],
  server: ({ platform, scope }) =>
    scope === "project" ? undefined : mcpServers(extensionSettings(platform, extension, "cline_mcp_settings.json")),
  skills: ({ platform: { join, home }, scope, project }) => join(scope === "user" ? home : project, ".cline", "skills"),
  notes: ({ platform: { join, home }, scope, project }) =>
    scope === "user"
      ? [{ folder: join(home, "Documents", "Cline", "Rules"), ending: ".md" }]
      : [{ file: join(project, ".clinerules") }, { folder: join(project, ".clinerules"), ending: ".md" }],
  start: { program: "cline", args: (prompt) => ["-i", prompt] },
  limits: [
    cannotAsk,
    "The extension receives context only in versions that load plugins. Its older hooks are a folder of scripts, which Throughline does not install.",
  ],
  basis: "Tested with Cline CLI 3.0.65; the extension is written from its documentation.",
};
