import { isObject, parseJsonObject } from "../base/json.js";
import type { Platform } from "../base/platform.js";
import type { SessionEvent, SessionMetadata } from "../store/archive/session-event.js";
import { gatherMessages, nothing, rowPath } from "./gather-transcript.js";
import { type HookSetup, type HostContext, hookWords, type OwnParts } from "./host.js";
import { cannotAsk, commandHook, jsonText, mcpServers, rootOf } from "./host-parts.js";
import { firstText, type Json, objectAt, objectsAt, textAt, valueAt } from "./json-fields.js";
import { askInWords, type PayloadFormat } from "./payload.js";
import { callEvent, contentText, endOfCall, spokenEvents, timeOf, tokenFacts } from "./transcript-events.js";
import type { FindSessions, ReadLine, TranscriptFormat } from "./transcript-format.js";

/** Its plugins are shared with other agents. */
const pluginOf = (context: HostContext, ...parts: string[]) =>
  context.platform.join(rootOf(context), ".agents", "plugins", "throughline", ...parts);

const manifest = { name: "throughline", version: "1.0.0", description: "One memory for your coding agents." };

const events = ["SessionStart", "UserPromptSubmit", "PreToolUse", "Stop", "SessionEnd"];

/** A plugin: a manifest, its hooks, and the server in a file of its own. */
export const gooseHooks: HookSetup = {
  events,
  startsByServer: true,
  location: (context) => ({
    kind: "file",
    file: pluginOf(context, "hooks", "hooks.json"),
    text: (launch, { shellLine }) => {
      const hookOf = (event: string) => commandHook(shellLine(hookWords(launch, "goose", event)));
      return jsonText({ hooks: Object.fromEntries(events.map((event) => [event, [{ hooks: [hookOf(event)] }]])) });
    },
    beside: { [pluginOf(context, "plugin.json")]: jsonText(manifest) },
  }),
};

/** Its hooks can stop an action, and take no context. */
export const goosePayloads: PayloadFormat = {
  occasions: { PreToolUse: "action" },
  read(payload, { session }, home) {
    const transcript = session && rowPath(`${home}/.local/share/goose/sessions/sessions.db`, session);
    return { folder: textAt(payload, "working_dir"), transcript };
  },
  hasNoActionContext: true,
  stop: (effect, reason) => JSON.stringify({ decision: "block", reason: askInWords(effect, reason) }),
};

const dataOf = ({ os, env, home, join, appData }: Platform) => {
  if (env.GOOSE_PATH_ROOT) return join(env.GOOSE_PATH_ROOT, "data");
  return os === "win32"
    ? join(appData, "Block", "goose", "data")
    : join(env.XDG_DATA_HOME || join(home, ".local", "share"), "goose");
};

const databaseOf = (platform: Platform) => platform.join(dataOf(platform), "sessions", "sessions.db");

const findRows: FindSessions = async ({ databases, platform }) => {
  const database = databaseOf(platform);
  const rows = await databases.all(database, "SELECT id, working_dir FROM sessions ORDER BY updated_at");
  return rows.map((row) => ({ path: rowPath(database, String(row.id)), folder: String(row.working_dir ?? "") }));
};

/** Rows of `sessions.db`; before version 1.10 a file of lines with the same messages. */
export const gooseTranscripts: TranscriptFormat = {
  folders: (platform) => [{ folder: platform.join(dataOf(platform), "sessions"), depth: 1, name: /\.jsonl$/ }],
  databases: (platform) => [databaseOf(platform)],
  findOthers: findRows,
  isGathered: (path) => path.includes("#"),
  gather: (state, sources) => gatherMessages(state, sources, "id"),
  read(line, position) {
    if (textAt(line, "working_dir")) return { facts: sessionFacts(line) };
    const role = textAt(line, "role");
    if (role !== "user" && role !== "assistant") return nothing;
    return readMessage(line, role, position);
  },
};

const sessionFacts = (row: Json): SessionMetadata => ({
  sessionId: textAt(row, "id"),
  parent: textAt(row, "parent_session_id"),
  folder: textAt(row, "working_dir"),
  title: firstText(row, "name", "description"),
  model: textAt(parseJsonObject(textAt(row, "model_config_json")), "model_name"),
  ...tokenFacts(row.accumulated_input_tokens, row.accumulated_output_tokens),
});

function readMessage(line: Json, role: "user" | "assistant", position: string): ReadLine {
  const blocks = parseJsonObject(`{"content":${textAt(line, "content_json") || "[]"}}`) ?? {};
  const content = [...objectsAt(blocks, "content"), ...objectsAt(line, "content")];
  const about = parseJsonObject(textAt(line, "metadata_json")) ?? objectAt(line, "metadata");
  const at = timeOf(line.created_timestamp ?? line.created);
  const key = firstText(line, "message_id", "id") || position;
  const text = contentText(content.filter(({ type }) => type === "text"));
  const spoken = about.userVisible === false ? [] : spokenEvents(role, text, key, at);
  return { events: [...spoken, ...content.flatMap((block) => toolEvents(block, at))] };
}

function toolEvents(block: Json, at: string): SessionEvent[] {
  const id = textAt(block, "id");
  const call = objectAt(block, "toolCall", "value");
  if (block.type === "toolRequest") return [callEvent(id, at, textAt(call, "name"), objectAt(call, "arguments"))];
  if (block.type !== "toolResponse") return [];
  const { status, value, error } = objectAt(block, "toolResult");
  // Before version 1.20 the value was the content itself.
  const text = contentText(isObject(value) ? value.content : value) || contentText(error);
  const ok = status !== "error" && valueAt(value, "isError") !== true;
  return [endOfCall(id, at, { text, ok }, /Command exited with code (\d+)/)];
}

export const goose: OwnParts = {
  id: "goose",
  name: "Goose",
  commands: ["goose"],
  detectionPaths: (platform) => [dataOf(platform), platform.join(platform.configHome, "goose")],
  server: (context) => mcpServers(pluginOf(context, ".mcp.json")),
  skills: (context) => context.platform.join(rootOf(context), ".agents", "skills"),
  notes: ({ platform: { join, configHome }, scope, project }) =>
    scope === "user"
      ? [{ file: join(configHome, "goose", ".goosehints") }]
      : [".goosehints", "AGENTS.md"].map((name) => ({ file: join(project, name) })),
  start: { program: "goose", args: (prompt) => ["run", "-s", "-t", prompt] },
  limits: [
    cannotAsk,
    "Its hooks take no context: what a session starts with comes with the server's instructions, and nothing comes later.",
  ],
  basis: "Tested with Goose 1.52.0.",
};
