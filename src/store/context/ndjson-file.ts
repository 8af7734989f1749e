import { isObject, type JsonObject, parseJson } from "../../base/json.js";
import type { Files } from "../../engine/files.js";

export interface RecordLog {
  readonly records: readonly JsonObject[];
  /** Lines that are no record, such as the markers of a merge by hand. They stay in the file. */
  readonly damaged: number;
}

/** One JSON object a line; lines that are none are counted, never in the way. */
export async function readLog(files: Files, path: string): Promise<RecordLog> {
  const lines = linesOf((await files.readPlain(path)) ?? "");
  const records = lines.map(parseJson).filter(isObject);
  return { records, damaged: lines.length - records.length };
}

/** Appends a record, and keeps the newest `most` lines when told to. */
export async function appendLog(
  files: Files,
  path: string,
  record: unknown,
  max = Number.POSITIVE_INFINITY,
): Promise<void> {
  const lines = [...linesOf((await files.readPlain(path)) ?? ""), JSON.stringify(record)];
  await files.write(path, `${lines.slice(Math.max(0, lines.length - max)).join("\n")}\n`);
}

const linesOf = (text: string) => text.split("\n").filter((line) => line.trim() !== "");
