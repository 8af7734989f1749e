import { parseJsonObject } from "../base/json.js";
import type { Platform } from "../base/platform.js";
import type { SessionEvent } from "../store/archive/session-event.js";
import { nothing, readTextFile, wholePiece } from "./gather-transcript.js";
import { type HookSetup, type HostContext, hookWords, type OwnParts } from "./host.js";
import { cannotAsk, commandHook, mcpServers, scopedFolder } from "./host-parts.js";
import { countAt, firstText, type Json, numberAt, objectAt, objectsAt, textAt } from "./json-fields.js";
import { askInWords, type PayloadFormat } from "./payload.js";
import { callEvent, endOfCall, textEvents, timeOf } from "./transcript-events.js";
import type { FindSessions, Gather, TranscriptFormat } from "./transcript-format.js";

const homeOf = ({ home, join }: Platform) => join(home, ".gemini");

const folderOf = (context: HostContext) =>
  scopedFolder(context, context.platform.join(homeOf(context.platform), "config"), ".agents");

const events = ["PreInvocation", "Stop", "PreToolUse", "PostToolUse"];

/** One group of hooks under a name; those of tools have a matcher. */
export const antigravityHooks: HookSetup = {
  events,
  location: (context) => ({
    kind: "value",
    file: context.platform.join(folderOf(context), "hooks.json"),
    path: ["throughline"],
    value: (launch, { shellLine }) => {
      const entryOf = (event: string) => {
        const hook = commandHook(shellLine(hookWords(launch, "antigravity", event)));
        return event.endsWith("ToolUse") ? { matcher: "*", hooks: [hook] } : hook;
      };
      return Object.fromEntries(events.map((event) => [event, [entryOf(event)]]));
    },
  }),
};

/** Fields in camel case, without the event's name. The first call of the model in a conversation is its start. */
export const antigravityPayloads: PayloadFormat = {
  occasions: { PreInvocation: "session-start", PreToolUse: "action" },
  plain: (payload) => ({
    session_id: textAt(payload, "conversationId"),
    cwd: textAt(payload, "workspacePaths", "0"),
    transcript_path: textAt(payload, "transcriptPath"),
    tool_name: textAt(payload, "toolCall", "name"),
    tool_input: objectAt(payload, "toolCall", "args"),
    isLater: countAt(payload, "invocationNum") > 1 || countAt(payload, "initialNumSteps") > 1,
  }),
  read: ({ isLater }, { occasion }) => (occasion === "session-start" && isLater ? { occasion: "other" } : {}),
  isOwn: (payload) => "conversationId" in payload && "artifactDirectoryPath" in payload,
  context: (text) => JSON.stringify({ injectSteps: [{ ephemeralMessage: text }] }),
  hasNoActionContext: true,
  stop: (effect, reason) => JSON.stringify({ decision: "deny", reason: askInWords(effect, reason) }),
};

/** A conversation has one log, or a shorter and a full one. */
const findLogs: FindSessions = async ({ transcripts, platform }) => {
  const root = homeOf(platform);
  const logs = (await transcripts.listBelow(root, 6)).filter((path) => log.test(path));
  const full = new Set(logs.filter((path) => path.endsWith("_full.jsonl")));
  const chosen = logs.filter((path) => full.has(path) || !full.has(path.replace(/\.jsonl$/, "_full.jsonl")));
  return chosen.map((path) => ({ path, folder: "" }));
};

const log =
  /[\\/]antigravity[^\\/]*[\\/]brain[\\/][^\\/]+[\\/]\.system_generated[\\/]logs[\\/]transcript(?:_full)?\.jsonl$/;

/** A step that ran a tool follows the step that asked for it, and says no more than its kind. */
const gatherLog: Gather = async (state, { transcripts }) => {
  const text = await readTextFile(transcripts, state.path);
  if (text === undefined) return "missing";
  const pending: string[] = [];
  const rows = text.split("\n").map((line): Json => {
    const row = parseJsonObject(line) ?? {};
    if (isPlan(row)) pending.push(...objectsAt(row, "tool_calls").map((_, i) => `${countAt(row, "step_index")}.${i}`));
    return { ...row, call: isPlan(row) || row.source !== "MODEL" ? "" : (pending.shift() ?? "") };
  });
  return wholePiece(rows, state);
};

const isPlan = (row: Json): boolean => /PLANNER_RESPONSE$/.test(textAt(row, "type"));

/** Steps of `brain/<conversation>/.system_generated/logs/transcript.jsonl`. */
export const antigravityTranscripts: TranscriptFormat = {
  findOthers: findLogs,
  gather: gatherLog,
  read(row, position) {
    const index = numberAt(row, "step_index");
    const key = index === undefined ? position : String(index);
    const at = timeOf(row.created_at);
    const content = textAt(row, "content");
    if (row.source === "USER_EXPLICIT") return { events: textEvents("prompt", personWords(content), key, at) };
    if (row.source !== "MODEL") return nothing;
    if (!isPlan(row)) return { events: resultOf(row, content, at) };
    const calls = objectsAt(row, "tool_calls");
    const folder = calls.map((call) => textAt(call, "args", "Cwd")).find(Boolean);
    const events = calls.map((call, i) => callEvent(`${key}.${i}`, at, textAt(call, "name"), objectAt(call, "args")));
    return { facts: folder ? { folder } : {}, events: [...textEvents("answer", content, key, at), ...events] };
  },
  sessionOf: (path) => path.split(/[\\/]/).at(-4) ?? path,
};

const exitCode = /exit(?:ed with)? code:? (\d+)/i;

function resultOf(row: Json, content: string, at: string): SessionEvent[] {
  const call = textAt(row, "call");
  if (call === "") return [];
  const ok = !/ERROR|CANCEL/i.test(textAt(row, "status"));
  return [endOfCall(call, at, { text: content || firstText(row, "error"), ok }, exitCode)];
}

const hostText = /<(ADDITIONAL_METADATA|USER_SETTINGS_CHANGE)>[\s\S]*?<\/\1>/g;

const personWords = (text: string): string =>
  text
    .replace(hostText, "")
    .replace(/<\/?USER_REQUEST>/g, "")
    .trim();

export const antigravity: OwnParts = {
  id: "antigravity",
  name: "Antigravity",
  commands: ["agy", "antigravity"],
  detectionPaths: (platform) => ["antigravity", "antigravity-cli"].map((name) => platform.join(homeOf(platform), name)),
  server: (context) => mcpServers(context.platform.join(folderOf(context), "mcp_config.json")),
  skills: (context) => context.platform.join(folderOf(context), "skills"),
  notes: ({ platform, scope, project }) =>
    scope === "user"
      ? [{ file: platform.join(homeOf(platform), "GEMINI.md") }]
      : [
          { file: platform.join(project, "AGENTS.md") },
          { folder: platform.join(project, ".agents", "rules"), ending: ".md" },
        ],
  start: { program: "agy", args: (prompt) => ["-i", prompt] },
  limits: [
    "Its hooks take no context with a prompt or after a tool; the start comes before the first call of the model.",
    cannotAsk,
  ],
  basis:
    "Written from its documentation and from payloads of versions 1.0 to 1.5 that others recorded; not tested with the real program.",
};
