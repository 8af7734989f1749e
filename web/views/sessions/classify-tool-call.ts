/** What a tool call did, as the replay shows it. */
export type CallDetails =
  | { readonly kind: "command"; readonly command: string }
  | {
      readonly kind: "edit";
      readonly path: string;
      readonly changes: readonly { readonly before: string; readonly after: string }[];
    }
  | { readonly kind: "patch"; readonly path: string; readonly patch: string }
  | { readonly kind: "read"; readonly path: string }
  | { readonly kind: "other"; readonly summary: string };

type Input = Readonly<Record<string, unknown>>;

const pathNames = ["file_path", "path", "filePath", "absolute_path", "filename", "notebook_path"];
const commandNames = ["command", "cmd", "script"];

/** Classifies by input fields rather than by tool name, because agents name the same tools differently. */
export function classifyToolCall(tool: string, input: Input): CallDetails {
  const path = firstText(input, pathNames);
  const changes = changesIn(input);
  if (changes.length > 0) return { kind: "edit", path, changes };
  const patch = firstText(input, ["patch", "input", "diff"]);
  if (/apply_?patch/i.test(tool) || patch.startsWith("*** Begin Patch"))
    return { kind: "patch", path: /^\*\*\* (?:Update|Add|Delete) File: (.+)$/m.exec(patch)?.[1] ?? path, patch };
  const command = commandOf(input);
  if (command) return { kind: "command", command };
  if (path && /read|view|open|cat/i.test(tool)) return { kind: "read", path };
  return { kind: "other", summary: path || firstText(input, Object.keys(input)).slice(0, 200) };
}

function changesIn(input: Input): { before: string; after: string }[] {
  const edits = Array.isArray(input.edits) ? (input.edits as Input[]) : [input];
  return edits.flatMap((edit) => {
    const after = firstText(edit, ["new_string", "newString", "new_str", "replacement"]);
    const before = firstText(edit, ["old_string", "oldString", "old_str"]);
    if (before || after) return [{ before, after }];
    const content = firstText(edit, ["content", "file_text"]);
    return content && firstText(edit, pathNames) ? [{ before: "", after: content }] : [];
  });
}

function commandOf(input: Input): string {
  const value = commandNames.map((name) => input[name]).find((value) => value !== undefined);
  if (Array.isArray(value)) return value.map(String).join(" ");
  return typeof value === "string" ? value : "";
}

function firstText(input: Input, names: readonly string[]): string {
  const value = names.map((name) => input[name]).find((value) => typeof value === "string" && value !== "");
  return typeof value === "string" ? value : "";
}
