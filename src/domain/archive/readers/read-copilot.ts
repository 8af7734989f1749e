import type { SessionEvent } from "../../../store/archive/session-event.js";
import { contentText, type Json, objectAt, objectsAt, textAt, timeOf } from "./json-fields.js";
import { type LineReader, nothing, type ReadLine, stemOf } from "./reader.js";

/** `~/.copilot/session-state/<id>.jsonl` or `<id>/events.jsonl`: lines of `{ type, data, id, timestamp }`. */
export const copilotReader: LineReader = {
  read(line, position) {
    const data = objectAt(line, "data");
    const at = timeOf(line.timestamp);
    const key = textAt(line, "id") || position;
    switch (textAt(line, "type")) {
      case "session.start":
        return sessionStart(data);
      case "session.model_change":
        return { facts: { model: textAt(data, "newModel") || textAt(data, "model") }, events: [] };
      case "user.message":
        return { events: textEvents("prompt", textAt(data, "content"), key, at) };
      case "assistant.message":
        return { events: [...textEvents("answer", textAt(data, "content"), key, at), ...requested(data, at)] };
      case "tool.execution_start":
        return { events: [callOf(data, at)] };
      case "tool.execution_complete":
        return { events: [resultOf(data, at)] };
      default:
        return nothing;
    }
  },

  sessionOf(path) {
    const stem = stemOf(path);
    return stem === "events" ? (path.split(/[\\/]/).at(-2) ?? stem) : stem;
  },
};

function sessionStart(data: Json): ReadLine {
  const context = objectAt(data, "context");
  return {
    facts: {
      sessionId: textAt(data, "sessionId"),
      folder: textAt(context, "cwd") || textAt(data, "cwd"),
      branch: textAt(context, "branch"),
      version: textAt(data, "copilotVersion"),
      model: textAt(data, "selectedModel"),
    },
    events: [],
  };
}

const textEvents = (kind: "prompt" | "answer", text: string, key: string, at: string): SessionEvent[] =>
  text.trim() === "" ? [] : [{ kind, key, at, text }];

const requested = (data: Json, at: string): SessionEvent[] =>
  objectsAt(data, "toolRequests").map((one) => callOf(one, at));

function callOf(data: Json, at: string): SessionEvent {
  const call = textAt(data, "toolCallId");
  const tool = textAt(data, "toolName") || textAt(data, "name");
  return { kind: "call", key: call, at, call, tool, input: objectAt(data, "arguments") };
}

function resultOf(data: Json, at: string): SessionEvent {
  const call = textAt(data, "toolCallId");
  const text =
    contentText(objectAt(data, "result").content) ||
    contentText(data.error) ||
    textAt(objectAt(data, "error"), "message");
  return { kind: "result", key: call, at, call, text, ok: data.success !== false };
}
