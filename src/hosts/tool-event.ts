import { isObject } from "../base/json.js";
import { firstText, type Json, listAt, objectAt, objectsAt, textAt } from "./json-fields.js";
import type { PayloadFields, ToolAction } from "./payload.js";
import { contentText } from "./transcript-events.js";

/** What a tool call does, whichever agent made it. */
export interface ToolCallClass {
  readonly files: readonly string[];
  /** Whether it changes those files. */
  readonly changes: boolean;
  readonly command?: string;
}

// As the agents name them, without a prefix of the extension that has them.
const shells =
  /^(?:bash|shell|exec|terminal|powershell|execute|local_shell|unified_exec|shell_command|exec_command|(?:run|execute)_(?:shell_command|terminal_cmd|terminal_command|in_terminal|commands?|bash))$/;
const writers =
  /^(?:write|edit|multi_?edit|notebookedit|replace|patch|create|insert|apply_?(?:patch|diff)|search_(?:and_)?replace|str_?replace(?:_editor)?|(?:text_)?editor|fs_write|(?:write|edit|create|delete)_(?:existing_)?file|write_to_file|insert_content|insert_edit_into_file|replace_in_file|(?:multi_)?replace_(?:string_in_file|file_content))$/;
const pathFields =
  "file_path filePath notebook_path path target_file absolute_path file filename filepath TargetFile".split(" ");

export function classifyToolCall(tool: string, input: Json): ToolCallClass {
  const name = tool.toLowerCase().replace(/^developer__/, "");
  if (shells.test(name)) return describeShell(commandOf(input));
  const patched = patchedFiles(firstText(input, "patch", "input", "patchText"));
  if (patched.length > 0) return { files: patched, changes: true };
  const file = firstText(input, ...pathFields);
  return { files: file ? [file] : [], changes: writers.test(name) && input.command !== "view" };
}

function describeShell(command: string): ToolCallClass {
  const patched = command.includes("*** Begin Patch") ? patchedFiles(command) : [];
  return patched.length > 0 ? { files: patched, changes: true } : { files: [], changes: false, command };
}

/** The command of a shell call: a text, or words of which a shell's last one is the command. */
export function commandOf(input: Json): string {
  const words = listAt(input, Array.isArray(input.commands) ? "commands" : "command").filter(
    (word): word is string => typeof word === "string",
  );
  if (words.length > 0) return /^-l?c$/.test(words.at(-2) ?? "") ? (words.at(-1) ?? "") : words.join(" ");
  return firstText(input, "command", "cmd", "script", "CommandLine");
}

const patchedFiles = (patch: string): string[] =>
  [...patch.matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm)].map(([, file = ""]) => file.trim());

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
  const call = callIn(payload);
  return { tool: textAt(payload, "tool_name"), ...call, added: addedBy(call, objectAt(payload, "tool_input")) };
}

function addedBy({ files: [file = ""], command = "" }: ToolCallClass, input: Json): ToolAction["added"] {
  const patch = firstText(input, "patch", "input", "patchText") || command || textAt(input, "command");
  if (patch.includes("*** Begin Patch")) return patchedTexts(patch);
  return [input, ...objectsAt(input, "edits")]
    .map((edit) => {
      const whole = firstText(edit, "content", "file_text");
      if (whole !== "") return { file, text: whole, isWhole: true };
      const text = firstText(edit, "new_string", "newString", "new_str", "new_source", "newText");
      const before = firstText(edit, "old_string", "oldString", "old_str", "oldText");
      // A cell is replaced in a notebook that is there.
      return { file, text, before, ...(textAt(edit, "cell_id") === "" ? {} : { exists: true }) };
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
