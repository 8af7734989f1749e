import { firstText, type Json, listAt } from "./json-fields.js";

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
