import { type Json, listAt, textAt } from "../readers/json-fields.js";

/** What a tool call does, whichever agent made it. */
export interface ToolCallClass {
  readonly files: readonly string[];
  /** Whether it changes those files. */
  readonly changes: boolean;
  readonly command?: string;
}

const shells = new Set(
  "bash shell exec_command run_shell_command local_shell run_terminal_cmd run_terminal_command terminal powershell exec unified_exec shell_command".split(
    " ",
  ),
);
const writers = new Set(
  "write edit multiedit notebookedit write_file replace apply_patch create str_replace str_replace_editor edit_file search_replace patch insert create_file delete_file applypatch".split(
    " ",
  ),
);
const pathFields = [
  "file_path",
  "filePath",
  "notebook_path",
  "path",
  "target_file",
  "absolute_path",
  "file",
  "filename",
];

export function classifyToolCall(tool: string, input: Json): ToolCallClass {
  const name = tool.toLowerCase();
  if (shells.has(name)) return describeShell(commandOf(input));
  const patched = patchedFiles(textAt(input, "patch") || textAt(input, "input") || textAt(input, "patchText"));
  if (patched.length > 0) return { files: patched, changes: true };
  const file = pathFields.map((field) => textAt(input, field)).find(Boolean);
  return { files: file ? [file] : [], changes: writers.has(name) };
}

function describeShell(command: string): ToolCallClass {
  const patched = command.includes("*** Begin Patch") ? patchedFiles(command) : [];
  return patched.length > 0 ? { files: patched, changes: true } : { files: [], changes: false, command };
}

/** The command of a shell call: a text, or words of which a shell's last one is the command. */
export function commandOf(input: Json): string {
  const words = listAt(input, "command").filter((word): word is string => typeof word === "string");
  if (words.length > 0) return /^-l?c$/.test(words.at(-2) ?? "") ? (words.at(-1) ?? "") : words.join(" ");
  return textAt(input, "command") || textAt(input, "cmd") || textAt(input, "script");
}

const patchedFiles = (patch: string): string[] =>
  [...patch.matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm)].map(([, file = ""]) => file.trim());
