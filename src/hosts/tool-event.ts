import { isObject } from "../base/json.js";
import { classifyToolCall, type ToolCallClass } from "./classify-tool-call.js";
import { firstText, type Json, objectAt, objectsAt, textAt } from "./json-fields.js";
import type { PayloadFields, ToolAction } from "./payload.js";
import { contentText } from "./transcript-events.js";

/** Tools that open or change one file, as hosts name them. */
const fileTools =
  /^(?:read|read_file|view|edit|multiedit|write|write_file|replace|notebookedit|apply_patch|create|create_file|edit_file|str_replace\w*)$/i;
/** Gemini's tags around the output of a command. */
const hostTags = /<untrusted_context>\n?(?:Output: )?|<\/untrusted_context>/g;
const maxErrorLength = 20_000;

/** What a finished tool call can be answered with: notes about its file, or a fix for its error. */
export function readToolEvent(payload: Json): Pick<PayloadFields, "occasion" | "file" | "error" | "command"> {
  const { files, command } = callIn(payload);
  if (command !== undefined) {
    const output = outputOf(payload.tool_response).replace(hostTags, "").slice(0, maxErrorLength);
    return { occasion: mayHaveFailed(output) ? "tool-failure" : "other", file: "", error: output, command };
  }
  const [file = ""] = fileTools.test(textAt(payload, "tool_name")) ? files : [];
  return { occasion: file === "" ? "other" : "file", file, error: "" };
}

const callIn = (payload: Json): ToolCallClass =>
  classifyToolCall(textAt(payload, "tool_name"), objectAt(payload, "tool_input"));

/** A tool call before it runs. */
export function readToolAction(payload: Json): ToolAction {
  const tool = textAt(payload, "tool_name");
  const input = objectAt(payload, "tool_input");
  const call = classifyToolCall(tool, input);
  return { tool, ...call, added: addedBy(call, input) };
}

function addedBy({ files: [file = ""], command = "" }: ToolCallClass, input: Json): ToolAction["added"] {
  const patch = firstText(input, "patch", "input", "patchText") || command || textAt(input, "command");
  if (patch.includes("*** Begin Patch")) return patchedTexts(patch);
  return [input, ...objectsAt(input, "edits")]
    .map((edit) => {
      const whole = firstText(edit, "content", "file_text");
      if (whole !== "") return { file, text: whole, isWhole: true };
      const text = firstText(edit, "new_string", "newString", "new_str", "new_source", "newText");
      return { file, text, before: firstText(edit, "old_string", "oldString", "old_str", "oldText") };
    })
    .filter(({ text }) => text !== "");
}

const patchedTexts = (patch: string): ToolAction["added"] =>
  patch.split(/^\*\*\* (?=(?:Add|Update) File: )/m).flatMap((part, i) => {
    const lines = part.split("\n");
    const linesWith = (sign: string) =>
      lines.flatMap((line) => (line.startsWith(sign) ? [line.slice(1)] : [])).join("\n");
    const [verb = "", file = ""] = lines[0]?.split(" File: ") ?? [];
    const before = verb === "Add" ? { isWhole: true } : { before: linesWith("-") };
    return i === 0 ? [] : [{ file: file.trim(), text: linesWith("+"), ...before }];
  });

/** The command of a tool call, if it runs one. */
export const commandIn = (payload: Json): string => callIn(payload).command ?? "";

/** A response is a text, blocks, or an object with host-specific fields. */
function outputOf(response: unknown): string {
  if (!isObject(response)) return contentText(response);
  const { llmContent, stdout, stderr, output, content, error } = response;
  const parts = [llmContent, stdout, stderr, output, content, error].map(contentText);
  const exit = typeof response.exit === "number" ? `Exit code: ${response.exit}` : "";
  return [exit, ...parts].filter(Boolean).join("\n");
}

/** Without an exit code, words decide: only an error that was fixed before is answered. */
function mayHaveFailed(output: string): boolean {
  const code = /(?:exit code:?|exited with code)\s*(\d+)/i.exec(output)?.[1];
  return code === undefined
    ? /error|fail|panic|exception|fatal|cannot|denied|refused|not found/i.test(output)
    : code !== "0";
}
