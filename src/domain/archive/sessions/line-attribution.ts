import type { CallEvent, SessionEvent } from "../../../store/archive/session-event.js";
import { classifyToolCall } from "../ingest/classify-tool-call.js";
import { parseEdits } from "./parse-edits.js";

/** A shorter line stands in every file. */
const shortest = 4;

/** Keys of the exchanges in which an edit of the file wrote the line, the last first. */
export function exchangesThatWrote(events: readonly SessionEvent[], path: string, line: string): string[] {
  const wanted = line.trim();
  if (wanted.length < shortest) return [];
  const found = new Set<string>();
  let exchange = "";
  for (const event of events) {
    if (event.kind === "prompt") exchange = event.key;
    if (event.kind === "call" && wrote(event, path, wanted)) {
      found.delete(exchange);
      found.add(exchange);
    }
  }
  return [...found].reverse();
}

function wrote({ tool, input }: CallEvent, path: string, line: string): boolean {
  const { files, changes } = classifyToolCall(tool, input);
  if (!changes || !files.some((file) => isSameFile(file, path))) return false;
  return parseEdits(input).some(({ before, after }) => has(after, line) && !has(before, line));
}

const isSameFile = (whole: string, path: string) => whole.replaceAll("\\", "/").endsWith(path);

const has = (text: string, line: string): boolean => text.split("\n").some((one) => one.trim() === line);
