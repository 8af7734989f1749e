import { isObject } from "../../../base/json.js";
import type { SessionEvent } from "../../../store/archive/session-event.js";
import { type Json, objectAt, parseJsonObject, textAt, timeOf } from "./json-fields.js";
import { nothing, type ReadLine } from "./reader.js";

/** Rows of the editor's database: a conversation, and its messages with the calls they made. */
export function readCursorRow(row: Json, position: string): ReadLine {
  if (row.table === "composer") {
    const model = textAt(objectAt(row, "modelConfig"), "modelName");
    const facts = { title: textAt(row, "name"), ...(model ? { model } : {}) };
    return { facts: { ...facts, sessionId: textAt(row, "composerId") }, events: [] };
  }
  const at = timeOf(row.createdAt) || timeOf(objectAt(row, "timingInfo").clientStartTime);
  const key = textAt(row, "bubbleId") || position;
  const text = textAt(row, "text");
  if (row.type === 1) return text.trim() === "" ? nothing : { events: [{ kind: "prompt", key, at, text }] };
  const answers: SessionEvent[] = text.trim() === "" ? [] : [{ kind: "answer", key, at, text }];
  return { events: [...answers, ...callEvents(objectAt(row, "toolFormerData"), key, at)] };
}

function callEvents(tool: Json, key: string, at: string): SessionEvent[] {
  const name = textAt(tool, "name");
  if (name === "") return [];
  const call = textAt(tool, "toolCallId") || key;
  const input = parseJsonObject(textAt(tool, "rawArgs")) ?? parseJsonObject(textAt(tool, "params")) ?? {};
  const callEvent: SessionEvent = { kind: "call", key: call, at, call, tool: name, input };
  const status = textAt(tool, "status");
  if (status !== "completed" && status !== "error") return [callEvent];
  const written = textAt(tool, "result");
  const result = parseJsonObject(written);
  const exitCode = [result?.exitCode, result?.exitCodeV2].find((one): one is number => typeof one === "number");
  const ok = status === "completed" && (exitCode ?? 0) === 0 && textAt(objectAt(tool, "error"), "message") === "";
  const text = resultText(result) || written;
  return [
    callEvent,
    { kind: "result", key: call, at, call, text, ok, ...(exitCode === undefined ? {} : { exitCode }) },
  ];
}

const resultText = (result: Json | undefined): string =>
  result && isObject(result) ? textAt(result, "output") || textAt(result, "contents") || textAt(result, "content") : "";
