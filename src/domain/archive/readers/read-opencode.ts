import { isObject } from "../../../base/json.js";
import type { SessionEvent } from "../../../store/archive/session-event.js";
import { isOpenCodeFile, splitDatabasePath } from "../ingest/transcript-paths.js";
import { type Json, numberAt, objectAt, parseJsonObject, textAt, timeOf } from "./json-fields.js";
import { type LineReader, nothing, type ReadLine, stemOf } from "./reader.js";

/** Rows of `opencode.db`: a session, and its parts with the data of the message they belong to. */
export const openCodeReader: LineReader = {
  read(row) {
    if (row.table === "session") return { facts: sessionFacts(row), events: [] };
    if (row.table === "part") return partEvents(row);
    return nothing;
  },

  sessionOf: (path) => (isOpenCodeFile(path) ? stemOf(path) : splitDatabasePath(path).session),
};

const dataOf = (value: unknown): Json =>
  typeof value === "string" ? (parseJsonObject(value) ?? {}) : isObject(value) ? value : {};

function sessionFacts(row: Json) {
  const model = dataOf(row.model);
  return {
    sessionId: textAt(row, "id"),
    folder: textAt(row, "directory"),
    title: textAt(row, "title"),
    model: textAt(model, "id") || textAt(row, "model"),
    ...(textAt(row, "parent_id") ? { parent: textAt(row, "parent_id") } : {}),
  };
}

function partEvents(row: Json): ReadLine {
  const message = dataOf(row.message);
  const part = dataOf(row.data);
  const isUser = textAt(message, "role") === "user";
  const at = timeOf(row.time_created);
  const key = textAt(row, "id");
  switch (textAt(part, "type")) {
    case "text":
      return { events: textEvents(part, isUser, isUser ? textAt(row, "message_id") : key, at) };
    case "tool":
      return { events: toolEvents(part, key, at) };
    case "step-finish": {
      const tokens = objectAt(part, "tokens");
      return {
        facts: { tokensIn: numberAt(tokens, "input") ?? 0, tokensOut: numberAt(tokens, "output") ?? 0 },
        events: [],
      };
    }
    case "compaction":
      return { events: [{ kind: "summary", key, at, text: textAt(part, "text") || "compacted" }] };
    default:
      return nothing;
  }
}

function textEvents(part: Json, isUser: boolean, key: string, at: string): SessionEvent[] {
  const text = textAt(part, "text");
  // Synthetic parts are the host's own words: file contents, reminders.
  if (text.trim() === "" || part.synthetic === true) return [];
  return [isUser ? { kind: "prompt", key, at, text: withoutQuotes(text) } : { kind: "answer", key, at, text }];
}

/** `opencode run` puts an argument of several words between quotation marks; they are not the person's. */
function withoutQuotes(text: string): string {
  const inner = /^"([\s\S]+)"$/.exec(text.trim())?.[1];
  return inner === undefined || /(?<!\\)"/.test(inner) ? text : inner.replaceAll('\\"', '"');
}

function toolEvents(part: Json, key: string, at: string): SessionEvent[] {
  const state = objectAt(part, "state");
  const call = textAt(part, "callID") || key;
  const status = textAt(state, "status");
  // Its input is not written yet. The part is read again when it is.
  if (status === "pending") return [];
  const callEvent: SessionEvent = {
    kind: "call",
    key: call,
    at,
    call,
    tool: textAt(part, "tool"),
    input: objectAt(state, "input"),
  };
  if (status !== "completed" && status !== "error") return [callEvent];
  const time = objectAt(state, "time");
  const exitCode = numberAt(objectAt(state, "metadata"), "exit");
  const durationMs = (numberAt(time, "end") ?? 0) - (numberAt(time, "start") ?? 0);
  const ok = status === "completed" && (exitCode ?? 0) === 0;
  const text = textAt(state, "output") || textAt(state, "error");
  const ended = timeOf(time.end) || at;
  return [
    callEvent,
    {
      ...{ kind: "result", key: call, at: ended, call, text, ok, durationMs },
      ...(exitCode === undefined ? {} : { exitCode }),
    },
  ];
}
