import { changes } from "../../api/live.js";
import { callTool } from "../../api/request.js";
import { notifyUndoable } from "../../components/toasts.js";
import type { Kind } from "./kinds.js";

interface EntryText {
  readonly kind: Exclude<Kind, "decisions">;
  readonly key: string;
  readonly text: string;
  readonly folder: string;
}

/** Writes an entry, with undo. */
export async function saveEntry(entry: EntryText, previousText: string): Promise<void> {
  await write(entry);
  notifyUndoable("Saved", () => write({ ...entry, text: previousText }));
}

async function write({ kind, key, text, folder }: EntryText): Promise<void> {
  if (kind === "skills") await callTool("context_add_skill", { name: key, ...splitSkill(text) }, folder);
  else await callTool(writers[kind], { key, content: text }, folder);
  changes.value++;
}

const writers = { knowledge: "context_add_knowledge", conventions: "context_add_convention" } as const;

/** Splits a SKILL.md into the tool's parameters. */
export function splitSkill(text: string): { description: string; instructions: string } {
  const match = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$/.exec(text);
  const description = /^description:\s*(.*)$/m.exec(match?.[1] ?? "")?.[1]?.trim() ?? "";
  const unquoted = description.replace(/^(["'])(.*)\1$/, "$2");
  return { description: unquoted, instructions: (match?.[2] ?? text).replace(/^\s*\n/, "") };
}
