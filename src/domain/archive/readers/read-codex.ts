import type { SessionEvent } from "../../../store/archive/session-event.js";
import { contentText, type Json, listAt, numberAt, objectAt, parseJsonObject, textAt, timeOf } from "./json-fields.js";
import { type LineReader, nothing, type ReadLine, stemOf } from "./reader.js";

/** `~/.codex/sessions/YYYY/MM/DD/rollout-<time>-<id>.jsonl`: lines of `{ timestamp, type, payload }`. */
export const codexReader: LineReader = {
  read(line, position) {
    const payload = objectAt(line, "payload");
    const at = timeOf(line.timestamp);
    switch (textAt(line, "type")) {
      case "session_meta":
        return sessionMeta(payload);
      case "turn_context":
        return { facts: { model: textAt(payload, "model"), folder: textAt(payload, "cwd") }, events: [] };
      case "response_item":
        return { events: responseEvents(payload, position, at) };
      case "event_msg":
        return messageEvents(payload, position, at);
      case "compacted":
        return { events: [{ kind: "summary", key: position, at, text: textAt(payload, "message") }] };
      default:
        return nothing;
    }
  },

  // rollout-2026-11-15T01-00-15-<uuid>
  sessionOf: (path) => stemOf(path).replace(/^rollout-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-/, ""),
};

function sessionMeta(payload: Json): ReadLine {
  const git = objectAt(payload, "git");
  return {
    facts: {
      sessionId: textAt(payload, "id") || textAt(payload, "session_id"),
      folder: textAt(payload, "cwd"),
      branch: textAt(git, "branch"),
      version: textAt(payload, "cli_version"),
      ...(textAt(payload, "forked_from_id") ? { parent: textAt(payload, "forked_from_id") } : {}),
    },
    events: [],
  };
}

function responseEvents(payload: Json, position: string, at: string): SessionEvent[] {
  const key = textAt(payload, "id") || position;
  switch (textAt(payload, "type")) {
    case "message":
      return messageItem(payload, key, at);
    case "function_call":
    case "custom_tool_call":
    case "local_shell_call":
      return [callOf(payload, key, at)];
    case "function_call_output":
    case "custom_tool_call_output":
      return [outputOf(payload, at)];
    default:
      return [];
  }
}

// The host puts instructions and surroundings into messages of the user; a person's words are not wrapped in tags.
const wrapped = /^\s*(<[a-z_]+(_[a-z]+)*[ >]|# AGENTS\.md)/;

function messageItem(payload: Json, key: string, at: string): SessionEvent[] {
  const role = textAt(payload, "role");
  const text = listAt(payload, "content").map(contentText).filter(Boolean).join("\n");
  if (text.trim() === "") return [];
  if (role === "assistant") return [{ kind: "answer", key, at, text }];
  return role === "user" && !wrapped.test(text) ? [{ kind: "prompt", key: promptKey(payload, key), at, text }] : [];
}

/** The turn's id, so that the message and the event about it are one prompt. */
const promptKey = (payload: Json, key: string): string =>
  textAt(objectAt(payload, "internal_chat_message_metadata_passthrough"), "turn_id") || key;

function callOf(payload: Json, key: string, at: string): SessionEvent {
  const call = textAt(payload, "call_id") || key;
  const server = textAt(payload, "namespace");
  const name = textAt(payload, "name") || "shell";
  const raw = payload.arguments ?? payload.input ?? payload.action;
  const input = typeof raw === "string" ? (parseJsonObject(raw) ?? { input: raw }) : ((raw ?? {}) as Json);
  return { kind: "call", key: call, at, call, tool: server ? `${server}__${name}` : name, input };
}

function outputOf(payload: Json, at: string): SessionEvent {
  const call = textAt(payload, "call_id");
  const written = contentText(payload.output);
  const inner = written.startsWith("{") ? parseJsonObject(written) : undefined;
  const text = (inner && textAt(inner, "output")) || written;
  const exitCodeText = /(?:exited with code|Exit code:?) (\d+)/.exec(text)?.[1];
  const exitCode = inner
    ? numberAt(objectAt(inner, "metadata"), "exit_code")
    : exitCodeText === undefined
      ? undefined
      : Number(exitCodeText);
  const ok = exitCode === undefined ? !/^(Error|error:|failed)/.test(text) : exitCode === 0;
  return { kind: "result", key: call, at, call, text, ok, ...(exitCode === undefined ? {} : { exitCode }) };
}

function messageEvents(payload: Json, position: string, at: string): ReadLine {
  switch (textAt(payload, "type")) {
    case "user_message": {
      const text = textAt(payload, "message");
      const key = textAt(payload, "turn_id") || `${at}:user`;
      return text.trim() === "" || wrapped.test(text) ? nothing : { events: [{ kind: "prompt", key, at, text }] };
    }
    case "token_count": {
      const total = objectAt(objectAt(payload, "info"), "last_token_usage");
      return {
        facts: { tokensIn: numberAt(total, "input_tokens") ?? 0, tokensOut: numberAt(total, "output_tokens") ?? 0 },
        events: [],
      };
    }
    case "item_completed":
      return { events: itemEvents(objectAt(payload, "item"), at) };
    case "exec_command_end": {
      const call = textAt(payload, "call_id") || position;
      const exitCode = numberAt(payload, "exit_code") ?? 0;
      const text = textAt(payload, "aggregated_output");
      return { events: [{ kind: "result", key: call, at, call, text, ok: exitCode === 0, exitCode }] };
    }
    default:
      return nothing;
  }
}

/** A finished item repeats a call with what only the host knows: exit code, status, duration. */
function itemEvents(item: Json, at: string): SessionEvent[] {
  const call = textAt(item, "id");
  const type = textAt(item, "type");
  if (type !== "CommandExecution" && type !== "McpToolCall") return [];
  const exitCode = numberAt(item, "exit_code");
  const { secs, nanos } = objectAt(item, "duration") as { secs?: number; nanos?: number };
  const durationMs = Math.round((secs ?? 0) * 1000 + (nanos ?? 0) / 1e6);
  const text =
    type === "CommandExecution" ? textAt(item, "aggregated_output") : contentText(objectAt(item, "result").content);
  const ok = textAt(item, "status") !== "failed" && (exitCode ?? 0) === 0;
  return [
    { kind: "result", key: call, at, call, text, ok, durationMs, ...(exitCode === undefined ? {} : { exitCode }) },
  ];
}
