import { isObject } from "../../../base/json.js";
import type { SessionEvent } from "../../../store/archive/session-event.js";
import { isCursorDatabase, splitDatabasePath } from "../ingest/transcript-paths.js";
import { contentText, type Json, listAt, objectAt, textAt, timeOf } from "./json-fields.js";
import { readCursorRow } from "./read-cursor-bubble.js";
import { type LineReader, nothing, stemOf } from "./reader.js";

/** `~/.cursor/projects/<folder>/agent-transcripts/<id>/<id>.jsonl`: lines with a role and blocks of content. */
export const cursorReader: LineReader = {
  read(line, position) {
    if (line.table !== undefined) return readCursorRow(line, position);
    const role = textAt(line, "role") || textAt(line, "type");
    const at = timeOf(line.timestamp ?? line.createdAt);
    const key = textAt(line, "id") || textAt(line, "uuid") || position;
    const message = isObject(line.message) ? line.message : line;
    const facts = textAt(message, "model") ? { model: textAt(message, "model") } : {};
    if (role === "user") return { facts, events: userEvents(message, key, at) };
    if (role === "assistant") return { facts, events: assistantEvents(message, key, at) };
    if (role === "tool") return { facts, events: [resultOf(message, at)] };
    return nothing;
  },

  sessionOf: (path) => (isCursorDatabase(path) ? splitDatabasePath(path).session : stemOf(path)),
};

function userEvents(message: Json, key: string, at: string): SessionEvent[] {
  const blocks = listAt(message, "content").filter(isObject);
  const results = blocks.filter(({ type }) => type === "tool_result").map((block) => resultOf(block, at));
  const text = personText(
    typeof message.content === "string"
      ? message.content
      : contentText(blocks.filter(({ type }) => type !== "tool_result")),
  );
  return text.trim() === "" ? results : [...results, { kind: "prompt", key, at, text }];
}

/** The editor wraps what the person typed and adds context. */
function personText(text: string): string {
  const query = /<user_query>\s*([\s\S]*?)\s*<\/user_query>/.exec(text)?.[1];
  return query ?? text;
}

function assistantEvents(message: Json, key: string, at: string): SessionEvent[] {
  if (typeof message.content === "string") return [{ kind: "answer", key, at, text: message.content }];
  return listAt(message, "content")
    .filter(isObject)
    .flatMap((block, i): SessionEvent[] => {
      if (block.type === "tool_use" || block.type === "tool-call") {
        const call = textAt(block, "id") || textAt(block, "toolCallId") || `${key}.${i}`;
        const tool = textAt(block, "name") || textAt(block, "toolName");
        const input = isObject(block.input) ? block.input : objectAt(block, "args");
        return [{ kind: "call", key: call, at, call, tool, input }];
      }
      const text = textAt(block, "text");
      return block.type === "text" && text.trim() !== "" ? [{ kind: "answer", key: `${key}.${i}`, at, text }] : [];
    });
}

function resultOf(block: Json, at: string): SessionEvent {
  const call = textAt(block, "tool_use_id") || textAt(block, "toolCallId") || textAt(block, "tool_call_id");
  const text = contentText(block.content ?? block.result);
  return { kind: "result", key: call, at, call, text, ok: block.is_error !== true && block.isError !== true };
}
