import { isObject } from "../base/json.js";
import type { SessionEvent } from "../store/archive/session-event.js";
import { contentText, firstText, type Json, objectAt, textAt } from "./json-fields.js";
import { callEvent, exitCodeIn, resultEvent, textEvents } from "./transcript-format.js";

/** Names of a call and of its result, by the agents that write blocks. */
const callTypes = new Set(["tool_use", "tool-call", "tool_call", "toolCall", "function_call"]);
const resultTypes = new Set(["tool_result", "tool-result", "toolResult", "function_call_output"]);
const callId = (block: Json) => firstText(block, "tool_use_id", "toolUseID", "toolCallId", "tool_call_id", "call_id");

export interface Message {
  readonly role: "user" | "assistant";
  readonly content: unknown;
  readonly key: string;
  readonly at: string;
  /** The person's words in a text of the user; empty where it has none. */
  words?(text: string): string;
  /** Finds the exit code in a result. */
  readonly exitCode?: RegExp;
  readonly durationMs?: number | undefined;
}

/** Events of a message in blocks of text, calls and results, as Anthropic's API has them. */
export function messageEvents({ role, content, key, at, words = (text) => text, ...rest }: Message): SessionEvent[] {
  if (typeof content === "string")
    return role === "user" ? textEvents("prompt", words(content), key, at) : textEvents("answer", content, key, at);
  const blocks = (Array.isArray(content) ? content : [content]).filter(isObject);
  if (role === "assistant") return blocks.flatMap((block, i) => answerBlock(block, `${key}.${i}`, at));
  const results = blocks.filter(isResult).map((block) => blockResult(block, at, rest));
  const text = contentText(blocks.filter((block) => !isResult(block)));
  return [...results, ...textEvents("prompt", words(text), key, at)];
}

const isResult = (block: Json): boolean => resultTypes.has(textAt(block, "type"));

function answerBlock(block: Json, key: string, at: string): SessionEvent[] {
  const type = textAt(block, "type");
  if (type === "text") return textEvents("answer", textAt(block, "text"), key, at);
  if (isResult(block)) return [blockResult(block, at)];
  if (!callTypes.has(type)) return [];
  const input = [block.input, block.args, block.arguments].find(isObject) ?? {};
  return [callEvent(textAt(block, "id") || callId(block) || key, at, firstText(block, "name", "toolName"), input)];
}

/** The result of a call, in a block or in a message of its own. */
export function blockResult(
  block: Json,
  at: string,
  { exitCode, durationMs }: Pick<Message, "exitCode" | "durationMs"> = {},
): SessionEvent {
  const text =
    contentText(block.content ?? block.result ?? block.output) || textAt(objectAt(block, "error"), "message");
  const ok = block.is_error !== true && block.isError !== true;
  const code = exitCode && exitCodeIn(text, exitCode);
  return resultEvent(callId(block), at, { text, ok, exitCode: code, durationMs });
}
