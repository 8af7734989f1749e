import type { SessionEvent } from "../../../store/archive/session-event.js";
import { stripInjected } from "../ingest/injected-text.js";
import { contentText, type Json, numberAt, objectAt, objectsAt, textAt, timeOf } from "./json-fields.js";
import { type LineReader, nothing, type ReadLine, stemOf } from "./reader.js";

/** `~/.gemini/tmp/<project>/chats/session-*.jsonl`, and the older form that is one JSON object with all messages. */
export const geminiReader: LineReader = {
  read(line, position) {
    // A patch repeats messages that have lines of their own; what it adds is not part of the conversation.
    if ("$set" in line) return nothing;
    if ("messages" in line) return wholeFile(line);
    if ("sessionId" in line && !("type" in line)) return { facts: headFacts(line), events: [] };
    return message(line, position);
  },

  sessionOf: (path) => stemOf(path).replace(/^session-/, ""),
};

const headFacts = (line: Json) => ({ sessionId: textAt(line, "sessionId") });

function wholeFile(line: Json): ReadLine {
  const read = objectsAt(line, "messages").map((one, i) => message(one, String(i)));
  const model = read.map(({ facts }) => facts?.model).find(Boolean);
  return {
    facts: { ...headFacts(line), ...(model ? { model } : {}) },
    events: read.flatMap(({ events }) => events),
  };
}

function message(line: Json, position: string): ReadLine {
  const key = textAt(line, "id") || position;
  const at = timeOf(line.timestamp);
  const tokens = objectAt(line, "tokens");
  switch (textAt(line, "type")) {
    case "user":
      return { events: promptEvents(line, key, at) };
    case "gemini":
    case "model":
      return {
        facts: {
          ...(textAt(line, "model") ? { model: textAt(line, "model") } : {}),
          // Written once without and once with its tool calls: counted the first time.
          ...("toolCalls" in line
            ? {}
            : { tokensIn: numberAt(tokens, "input") ?? 0, tokensOut: numberAt(tokens, "output") ?? 0 }),
        },
        events: [...answerEvents(line, key, at), ...objectsAt(line, "toolCalls").flatMap((one) => callEvents(one, at))],
      };
    default:
      return nothing;
  }
}

const hostText = /^\s*<(session_context|environment_context)>/;

/** What hooks added is around the person's words, in the same message. */
function promptEvents(line: Json, key: string, at: string): SessionEvent[] {
  const text = stripInjected(contentText(line.content));
  return text.trim() === "" || hostText.test(text) ? [] : [{ kind: "prompt", key, at, text }];
}

function answerEvents(line: Json, key: string, at: string): SessionEvent[] {
  const text = contentText(line.content);
  return text.trim() === "" ? [] : [{ kind: "answer", key, at, text }];
}

function callEvents(one: Json, at: string): SessionEvent[] {
  const call = textAt(one, "id");
  const tool = textAt(one, "name");
  const responses = objectsAt(one, "result").map((part) => objectAt(objectAt(part, "functionResponse"), "response"));
  const written = responses.map((response) => contentText(response) || textAt(response, "error")).join("\n");
  const text = written.replace(/^<untrusted_context>\n?(?:Output: )?|\n?<\/untrusted_context>$/g, "");
  const exitCodeText = /Exit Code: (\d+)/.exec(text)?.[1];
  const exitCode = exitCodeText === undefined ? undefined : Number(exitCodeText);
  const ok = textAt(one, "status") !== "error" && textAt(one, "status") !== "cancelled" && (exitCode ?? 0) === 0;
  const ended = timeOf(one.timestamp) || at;
  return [
    { kind: "call", key: call, at, call, tool, input: objectAt(one, "args") },
    { kind: "result", key: call, at: ended, call, text, ok, ...(exitCode === undefined ? {} : { exitCode }) },
  ];
}
