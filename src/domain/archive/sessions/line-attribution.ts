import { classifyToolCall } from "../../../hosts/classify-tool-call.js";
import type { CallEvent, SessionEvent } from "../../../store/archive/session-event.js";
import { parseEdits } from "./parse-edits.js";

/** Shorter lines occur in every file. */
const minLineLength = 4;

/** Keys of the exchanges in which an edit of the file wrote the line, the last first. */
export function exchangesThatWrote(events: readonly SessionEvent[], path: string, line: string): string[] {
  const trimmed = line.trim();
  if (trimmed.length < minLineLength) return [];
  const keys = new Set<string>();
  let exchange = "";
  for (const event of events) {
    if (event.kind === "prompt") exchange = event.key;
    if (event.kind === "call" && wrote(event, path, trimmed)) {
      keys.delete(exchange);
      keys.add(exchange);
    }
  }
  return [...keys].reverse();
}

function wrote({ tool, input }: CallEvent, path: string, line: string): boolean {
  const { files, changes } = classifyToolCall(tool, input);
  if (!changes || !files.some((file) => isSameFile(file, path))) return false;
  return parseEdits(input).some(({ before, after }) => has(after, line) && !has(before, line));
}

const isSameFile = (whole: string, path: string) => whole.replaceAll("\\", "/").endsWith(path);

const has = (text: string, line: string): boolean => text.split("\n").some((one) => one.trim() === line);
