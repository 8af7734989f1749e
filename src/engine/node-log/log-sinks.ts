import { appendFileSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { LogEntry, LogSink } from "../../base/log.js";
import { makeFolder } from "../make-folder.js";
import type { Redact } from "../redacting.js";

// Entries are redacted in the sinks, so that no caller can forget it.

/** JSON lines on standard error, or short lines on a terminal. */
export function stderrSink(redact: Redact, stream: NodeJS.WriteStream): LogSink {
  const format = stream.isTTY ? forPeople : (entry: LogEntry) => JSON.stringify(entry);
  return (entry) => void stream.write(`${redact(format(entry))}\n`);
}

function forPeople({ at, level, event, ...fields }: LogEntry): string {
  const rest = Object.entries(fields).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return [at.slice(11, 19), level, event, ...rest].join(" ");
}

/** JSON lines in a file that is renamed to `.1` at `maxBytes`, so that it takes at most two files of that size. */
export function fileSink(redact: Redact, path: string, maxBytes: number): LogSink {
  return (entry) => {
    try {
      makeFolder(dirname(path), 0o700);
      if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > maxBytes) renameSync(path, `${path}.1`);
      appendFileSync(path, `${redact(JSON.stringify(entry))}\n`, { mode: 0o600 });
    } catch {
      // A log that cannot be written must not stop the work it describes; `doctor` reports the folder.
    }
  };
}

export const everySink =
  (...sinks: LogSink[]): LogSink =>
  (entry) => {
    for (const sink of sinks) sink(entry);
  };
