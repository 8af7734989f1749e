import { transcriptFormats } from "../../../hosts/all-hosts.js";
import { parseJsonObject, textAt } from "../../../hosts/json-fields.js";
import type { TranscriptNotification } from "../../../store/archive/transcript-store.js";

/** What a hook writes to the spool: that a transcript grew. Never its content: the transcript has it. */
export type SpoolEntry = Readonly<Record<"agent" | "event" | "session" | "transcript" | "folder" | "at", string>>;

export const spoolLine = (entry: SpoolEntry): string => `${JSON.stringify(entry)}\n`;

/** Undefined for a line that is damaged or names no transcript. */
export function readSpoolLine(line: string): TranscriptNotification | undefined {
  // A hook that was killed in the middle of its line leaves no line end: the next entry follows the torn one.
  const last = line.slice(Math.max(0, line.lastIndexOf('{"agent":')));
  const entry = parseJsonObject(line) ?? parseJsonObject(last);
  if (!entry) return undefined;
  const agent = textAt(entry, "agent");
  const path = textAt(entry, "transcript");
  if (!transcriptFormats[agent] || path === "") return undefined;
  return { path, agent, folder: textAt(entry, "folder"), at: textAt(entry, "at") };
}
