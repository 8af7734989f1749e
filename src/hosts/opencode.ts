import { basename, dirname, join } from "node:path";
import { isObject, parseJsonObject } from "../base/json.js";
import type { Platform } from "../base/platform.js";
import type { TranscriptFiles } from "../engine/transcript-files.js";
import type { SessionEvent, SessionMetadata } from "../store/archive/session-event.js";
import { describeToolStep, parserOf, type Run } from "./agent-output.js";
import { nothing, placedLines, readJsonFile, rowOf, rowPath, wholePiece } from "./gather-transcript.js";
import type { ConfigLocation, HookSetup, HostContext, OwnParts, plainServer } from "./host.js";
import { cannotAsk, inJson, rootOf, scopedFolder } from "./host-parts.js";
import { countAt, type Json, numberAt, objectAt, textAt, valueAt } from "./json-fields.js";
import { openCodePlugin } from "./opencode-plugin.js";
import { restoreForOpenCode } from "./opencode-restore.js";
import type { PayloadFormat } from "./payload.js";
import { addUsage, type Mode, type SubAgent } from "./sub-agent.js";
import { callEvent, endOfCall, textEvents, timeOf, tokenFacts } from "./transcript-events.js";
import type { FindSessions, Gather, ReadLine, TranscriptFormat, TranscriptSources } from "./transcript-format.js";

const folderOf = ({ platform, scope, project }: HostContext) =>
  scope === "user" ? platform.join(platform.configHome, "opencode") : project;

export const openCodeHooks: HookSetup = {
  events: ["session"],
  location: (context) => {
    const folder = scopedFolder(context, folderOf(context), ".opencode");
    const file = context.platform.join(folder, "plugins", "throughline.js");
    return { kind: "file", file, text: (launch) => openCodePlugin(launch) };
  },
};

/** The payload of our plugin: the session, the folder of the host's database, and the event. */
export const openCodePayloads: PayloadFormat = {
  occasions: {
    "session.start": "session-start",
    "chat.message": "prompt",
    "tool.execute.before": "action",
    "tool.execute.after": "tool",
  },
  read(payload, { session, prompt }, home) {
    const data = textAt(payload, "data_folder") || join(home, ".local", "share", "opencode");
    const transcript = session && rowPath(join(data, `${basename(data)}.db`), session);
    return { transcript, prompt: withoutQuotes(prompt) };
  },
  takesText: true,
};

/** Of OpenCode, or of a fork with its own name. */
export const openCodeDatabase = ({ env, home, join: joined }: Platform, name = "opencode") =>
  joined(env.XDG_DATA_HOME || joined(home, ".local", "share"), name, `${name}.db`);

/** A session that OpenCode stored as many small files: the file that names it. */
const isFile = (path: string): boolean => /[\\/]storage[\\/]session[\\/][^\\/]+[\\/]ses[^\\/]*\.json$/.test(path);

/** From the database, and from the files of versions that had none: migrated sessions are in both. */
export async function findOpenCodeSessions(
  { databases, transcripts }: TranscriptSources,
  database: string,
): ReturnType<FindSessions> {
  const rows = await databases.all(database, "SELECT id, directory FROM session ORDER BY time_updated");
  const ids = new Set(rows.map(({ id }) => String(id)));
  const files = (await transcripts.listBelow(join(dirname(database), "storage", "session"), 2)).filter(
    (path) => isFile(path) && !ids.has(basename(path, ".json")),
  );
  return [
    ...rows.map(({ id, directory }) => ({ path: rowPath(database, String(id)), folder: String(directory ?? "") })),
    ...files.map((path) => ({ path, folder: "" })),
  ];
}

/** Parts that changed since the last reading; the time of the last part that was read serves as the offset. */
const gatherRows: Gather = async ({ path, readBytes, fingerprint }, { databases }) => {
  const { database, session } = rowOf(path);
  const [row] = await databases.all(database, "SELECT * FROM session WHERE id = ?", [session]);
  if (!row) return "missing";
  const parts = await databases.all(
    database,
    `SELECT p.id AS id, p.message_id AS message_id, p.time_created AS time_created, p.time_updated AS time_updated,
            p.data AS data, m.data AS message
     FROM part p JOIN message m ON m.id = p.message_id
     WHERE p.session_id = ? AND p.time_updated > ? ORDER BY p.time_created, p.id`,
    [session, readBytes],
  );
  const lines = placedLines([{ ...row, table: "session" }, ...parts.map((part) => ({ ...part, table: "part" }))]);
  const last = Math.max(readBytes, ...parts.map((part) => Number(part.time_updated)));
  return { lines, broken: 0, readBytes: last, fingerprint, isNew: false, more: false };
};

/**
 * A session as OpenCode stored it before it had a database: `storage/session/<project>/<session>.json`, its messages in
 * `storage/message/<session>/` and their parts in `storage/part/<message>/`. It becomes the rows that the database has.
 */
const gatherFiles: Gather = async (state, { transcripts }) => {
  const session = await readJsonFile(transcripts, state.path);
  if (!isObject(session)) return "missing";
  const storage = dirname(dirname(dirname(state.path)));
  const messages = await readFolder(transcripts, join(storage, "message", basename(state.path, ".json")));
  const parts = await Promise.all(messages.map((message) => partsOf(transcripts, storage, message)));
  return wholePiece([{ ...session, table: "session", parent_id: textAt(session, "parentID") }, ...parts.flat()], state);
};

async function partsOf(files: TranscriptFiles, storage: string, message: Json): Promise<Json[]> {
  const id = textAt(message, "id");
  const created = valueAt(message, "time", "created");
  return (await readFolder(files, join(storage, "part", id))).map((data) => ({
    table: "part",
    id: textAt(data, "id"),
    message_id: id,
    message,
    data,
    time_created: valueAt(data, "time", "start") ?? created,
  }));
}

/** Every file of a folder that holds an object, by name: names ascend with time. */
async function readFolder(files: TranscriptFiles, folder: string): Promise<Json[]> {
  const paths = (await files.listBelow(folder, 1)).filter((path) => path.endsWith(".json"));
  return (await Promise.all(paths.map((path) => readJsonFile(files, path)))).filter(isObject);
}

const parsed = (value: unknown): Json =>
  typeof value === "string" ? (parseJsonObject(value) ?? {}) : isObject(value) ? value : {};

const sessionFacts = (row: Json): SessionMetadata => ({
  sessionId: textAt(row, "id"),
  parent: textAt(row, "parent_id"),
  folder: textAt(row, "directory"),
  title: textAt(row, "title"),
  model: textAt(parsed(row.model), "id") || textAt(row, "model"),
});

function partEvents(row: Json): ReadLine {
  const part = parsed(row.data);
  const isUser = textAt(parsed(row.message), "role") === "user";
  const at = timeOf(row.time_created);
  const key = textAt(row, "id");
  switch (textAt(part, "type")) {
    case "text":
      return { events: messageEvents(part, isUser, isUser ? textAt(row, "message_id") : key, at) };
    case "tool":
      return { events: toolEvents(part, key, at) };
    case "step-finish":
      return { facts: tokenFacts(valueAt(part, "tokens", "input"), valueAt(part, "tokens", "output")) };
    case "compaction":
      return { events: [{ kind: "summary", key, at, text: textAt(part, "text") || "compacted" }] };
    default:
      return nothing;
  }
}

function messageEvents(part: Json, isUser: boolean, key: string, at: string): SessionEvent[] {
  const text = textAt(part, "text");
  // Synthetic parts are the host's own words: file contents, reminders.
  if (part.synthetic === true) return [];
  return isUser ? textEvents("prompt", withoutQuotes(text), key, at) : textEvents("answer", text, key, at);
}

/** `opencode run` puts an argument of several words between quotation marks; they are not the person's. */
function withoutQuotes(text: string): string {
  const inner = /^"([\s\S]+)"$/.exec(text.trim())?.[1];
  return inner === undefined || /(?<!\\)"/.test(inner) ? text : inner.replaceAll('\\"', '"');
}

function toolEvents(part: Json, key: string, at: string): SessionEvent[] {
  const state = objectAt(part, "state");
  const id = textAt(part, "callID") || key;
  const status = textAt(state, "status");
  // Its input is not written yet. The part is read again when it is.
  if (status === "pending") return [];
  const call = callEvent(id, at, textAt(part, "tool"), objectAt(state, "input"));
  if (status !== "completed" && status !== "error") return [call];
  const text = textAt(state, "output") || textAt(state, "error");
  const { start, end } = objectAt(state, "time");
  const result = { text, ok: status === "completed", durationMs: countAt(end) - countAt(start) };
  return [call, endOfCall(id, timeOf(end) || at, result, numberAt(state, "metadata", "exit"))];
}

/** Rows of `opencode.db`: a session, and its parts with the data of the message they belong to. */
export const openCodeTranscripts: TranscriptFormat = {
  databases: (platform) => [openCodeDatabase(platform)],
  findOthers: (sources) => findOpenCodeSessions(sources, openCodeDatabase(sources.platform)),
  gather: (state, sources) => (isFile(state.path) ? gatherFiles(state, sources) : gatherRows(state, sources)),
  read(row) {
    if (row.table === "session") return { facts: sessionFacts(row) };
    if (row.table === "part") return partEvents(row);
    return nothing;
  },
};

const permissionsIn = (mode: Mode): string => {
  const others = mode === "reads" ? ["edit", "bash", "task", "webfetch", "websearch", "skill", "todowrite"] : [];
  return JSON.stringify(Object.fromEntries([...others, "external_directory"].map((tool) => [tool, "deny"])));
};

/** OpenCode 1.18. It prefers PWD over its working directory, so both are set. */
const subAgent: SubAgent = {
  install: "npm install -g opencode-ai",
  features: ["--pure", "--auto", "--dir"],
  help: ["run", "--help"],
  environment: ["OPENCODE_*", "ANTHROPIC_*", "OPENAI_*", "GEMINI_*", "GOOGLE_*", "OPENROUTER_*"],
  homePaths: [".config/opencode", ".local/share/opencode", ".local/state/opencode", ".cache/opencode"],
  ownLimits: { reads: "permissions", writes: "permissions" },
  readOnlyBy: "permissions that deny editing, commands and the network",
  plan: ({ mode, prompt, folder, model, extraArgs, features }) => ({
    args: [
      ...["run", "--format", "json"],
      ...(features.has("--pure") ? ["--pure"] : []),
      ...(features.has("--dir") ? ["--dir", folder] : []),
      ...(mode === "writes" && features.has("--auto") ? ["--auto"] : []),
      ...(model ? ["-m", model] : []),
      ...extraArgs,
    ],
    input: prompt,
    environment: {
      OPENCODE_DISABLE_PROJECT_CONFIG: "1",
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_SHARE: "1",
      OPENCODE_PERMISSION: permissionsIn(mode),
    },
  }),
  openParser: () => parserOf(readOutput, /401|unauthorized|api key|not logged in/i),
};

function readOutput(event: unknown, run: Run): string | undefined {
  const part = objectAt(event, "part");
  const type = textAt(event, "type");
  if (type === "text") {
    run.answer = textAt(part, "text");
    run.isDone = true;
  }
  if (type === "step_finish")
    run.usage = addUsage(run.usage, {
      inputTokens: countAt(part, "tokens", "input") + countAt(part, "tokens", "cache", "read"),
      outputTokens: countAt(part, "tokens", "output") + countAt(part, "tokens", "reasoning"),
      cost: countAt(part, "cost"),
    });
  if (type === "error")
    run.error =
      textAt(event, "error", "data", "message") || textAt(event, "error", "message") || "it reported an error";
  return type === "tool_use" ? describeToolStep(textAt(part, "tool"), valueAt(part, "state", "input")) : undefined;
}

/** Also of a fork. */
export const openCodeServer = ({ platform }: HostContext, folder: string, name: string): ConfigLocation =>
  inJson(
    [`${name}.json`, `${name}.jsonc`].map((file) => platform.join(folder, file)),
    "mcp",
    "throughline",
  );

export const openCodeServerEntry = ({ command, args, env }: ReturnType<typeof plainServer>) => ({
  type: "local",
  command: [command, ...args],
  environment: env,
  enabled: true,
});

export const opencode: OwnParts = {
  id: "opencode",
  name: "OpenCode",
  commands: ["opencode"],
  detectionPaths: ({ join: joined, configHome }) => [joined(configHome, "opencode")],
  server: (context) => openCodeServer(context, folderOf(context), "opencode"),
  serverEntry: openCodeServerEntry,
  skills: (context) => context.platform.join(rootOf(context), ".agents", "skills"),
  notes: (context) => [{ file: context.platform.join(folderOf(context), "AGENTS.md") }],
  files: {
    block: "AGENTS.md",
    skills: ".opencode/skills",
    files: { "AGENTS.md": "agents-instructions" },
    folders: [
      { folder: ".opencode/agents", ending: ".md", prefix: "opencode-agent-" },
      { folder: ".opencode/commands", ending: ".md", prefix: "opencode-command-" },
    ],
  },
  subAgent,
  restore: (session) => restoreForOpenCode(session, "opencode"),
  start: { program: "opencode", args: (prompt) => ["--prompt", prompt] },
  limits: [cannotAsk],
  basis: "Tested with OpenCode 1.18.33.",
};
