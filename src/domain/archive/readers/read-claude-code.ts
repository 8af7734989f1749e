import { isObject } from "../../../base/json.js";
import type { SessionEvent, SessionMetadata } from "../../../store/archive/session-event.js";
import { contentText, type Json, listAt, numberAt, objectAt, textAt, timeOf } from "./json-fields.js";
import { type LineReader, nothing, stemOf } from "./reader.js";

/** `~/.claude/projects/<folder>/<session>.jsonl` and `subagents/` in the same folder. */
export const claudeCodeReader: LineReader = {
  read(line, position) {
    const type = textAt(line, "type");
    if (type === "summary") return { facts: { title: textAt(line, "summary") }, events: [] };
    if (type === "ai-title") return { facts: { title: textAt(line, "title") || textAt(line, "aiTitle") }, events: [] };
    if (type !== "user" && type !== "assistant") return nothing;
    const facts = factsOf(line);
    if (line.isMeta === true) return { facts, events: [] };
    const at = timeOf(line.timestamp);
    const key = textAt(line, "uuid") || position;
    const events = type === "user" ? userEvents(line, key, at) : assistantEvents(line, key, at);
    return { facts, events };
  },

  sessionOf: stemOf,
};

// Field by field, because every line has them.
function factsOf(line: Json): SessionMetadata {
  const facts: { -readonly [K in keyof SessionMetadata]: SessionMetadata[K] } = {};
  const session = textAt(line, "sessionId");
  const sub = textAt(line, "agentId");
  const message = objectAt(line, "message");
  const model = textAt(message, "model");
  const branch = textAt(line, "gitBranch");
  if (session) facts.sessionId = sub ? `${session}/${sub}` : session;
  if (session && sub) facts.parent = session;
  facts.folder = textAt(line, "cwd");
  if (branch !== "HEAD") facts.branch = branch;
  if (!model.startsWith("<")) facts.model = model;
  facts.version = textAt(line, "version");
  const usage = objectAt(message, "usage");
  facts.tokensIn = (numberAt(usage, "input_tokens") ?? 0) + (numberAt(usage, "cache_creation_input_tokens") ?? 0);
  facts.tokensOut = numberAt(usage, "output_tokens") ?? 0;
  return facts;
}

function userEvents(line: Json, key: string, at: string): SessionEvent[] {
  const content = objectAt(line, "message").content;
  if (line.isCompactSummary === true) return [{ kind: "summary", key, at, text: contentText(content) }];
  if (!Array.isArray(content)) return promptEvents(contentText(content), key, at);
  const blocks = content.filter(isObject);
  const results = blocks.filter((block) => block.type === "tool_result").map((block) => resultOf(line, block, at));
  const texts = blocks.filter((block) => block.type === "text").map((block) => textAt(block, "text"));
  return [...results, ...promptEvents(texts.join("\n"), key, at)];
}

// What a person did besides talking is written as a prompt in tags: slash commands and their output, shell escapes.
const notAPrompt = /^\s*<(command-name|command-message|local-command-|bash-(input|stdout|stderr)|task-notification)/;

const promptEvents = (text: string, key: string, at: string): SessionEvent[] =>
  text.trim() === "" || notAPrompt.test(text) ? [] : [{ kind: "prompt", key, at, text }];

function resultOf(line: Json, block: Json, at: string): SessionEvent {
  const call = textAt(block, "tool_use_id");
  const text = contentText(block.content);
  const exit = /^(?:Error: )?Exit code (\d+)/.exec(text)?.[1];
  const durationMs = numberAt(objectAt(line, "toolUseResult"), "totalDurationMs");
  return {
    ...{ kind: "result", key: call, at, call, text, ok: block.is_error !== true },
    ...(exit === undefined ? {} : { exitCode: Number(exit) }),
    ...(durationMs === undefined ? {} : { durationMs }),
  };
}

function assistantEvents(line: Json, key: string, at: string): SessionEvent[] {
  const message = objectAt(line, "message");
  if (typeof message.content === "string") return answerEvents(message.content, key, at);
  return listAt(message, "content")
    .filter(isObject)
    .flatMap((block, i): SessionEvent[] => {
      if (block.type === "text") return answerEvents(textAt(block, "text"), `${key}.${i}`, at);
      if (block.type !== "tool_use") return [];
      const call = textAt(block, "id") || `${key}.${i}`;
      return [{ kind: "call", key: call, at, call, tool: textAt(block, "name"), input: objectAt(block, "input") }];
    });
}

const answerEvents = (text: string, key: string, at: string): SessionEvent[] =>
  text.trim() === "" ? [] : [{ kind: "answer", key, at, text }];
