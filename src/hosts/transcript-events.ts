import { isObject } from "../base/json.js";
import type { CallEvent, ResultEvent, SessionEvent, TextEvent } from "../store/archive/session-event.js";
import { countAt, firstText, type Json, objectAt, textAt } from "./json-fields.js";

/** A text as an event; none if it is blank. */
export const textEvents = (kind: TextEvent["kind"], text: string, key: string, at: string): SessionEvent[] =>
  text.trim() === "" ? [] : [{ kind, key, at, text }];

/** What a person or the agent said. */
export const spokenEvents = (role: "user" | "assistant", text: string, key: string, at: string): SessionEvent[] =>
  textEvents(role === "user" ? "prompt" : "answer", text, key, at);

export function callEvent(call: string, at: string, tool: string, input: Json): CallEvent {
  return { kind: "call", key: call, at, call, tool, input };
}

type Result = Pick<ResultEvent, "text" | "ok" | "exitCode" | "durationMs">;

export function resultEvent(call: string, at: string, result: Result): ResultEvent {
  return { kind: "result", key: call, at, call, ...result };
}

/** The result of a call that failed where its command did; `code` is its exit code, or finds it in the text. */
export function endOfCall(
  call: string,
  at: string,
  { text, ok, durationMs }: Omit<Result, "exitCode">,
  code: RegExp | number | undefined,
): ResultEvent {
  const exitCode = code instanceof RegExp ? exitCodeIn(text, code) : code;
  return resultEvent(call, at, { text, ok: ok && (exitCode ?? 0) === 0, exitCode, durationMs });
}

/** The number after the first match of a pattern with one group. */
export function exitCodeIn(text: string, pattern: RegExp): number | undefined {
  const written = pattern.exec(text)?.[1];
  return written === undefined ? undefined : Number(written);
}

/** The tokens that a message took, for the metadata of its session. */
export const tokenFacts = (tokensIn: unknown, tokensOut: unknown) => ({
  tokensIn: countAt(tokensIn),
  tokensOut: countAt(tokensOut),
});

/** The text of content in any of the forms that agents write: a string, or blocks with a `text`. */
export function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  if (Array.isArray(content)) return content.map(contentText).filter(Boolean).join("\n");
  if (!isObject(content)) return "";
  return firstText(content, "text", "output") || contentText(content.content);
}

// As `toISOString` writes it, with values that a calendar may have: used as it is.
const isIsoTime = /^20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** ISO time from text or from milliseconds or seconds since 1970; empty when it is neither. */
export function timeOf(value: unknown): string {
  if (typeof value === "number" && value > 0) return new Date(value < 1e11 ? value * 1000 : value).toISOString();
  if (typeof value !== "string") return "";
  if (isIsoTime.test(value)) return value;
  const ms = Date.parse(value);
  return Number.isNaN(ms) ? "" : new Date(ms).toISOString();
}

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
