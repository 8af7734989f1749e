import { isObject, type JsonObject, parseJson } from "../../base/json.js";
import type { Files } from "../../engine/files.js";

export interface RecordLog {
  readonly records: readonly JsonObject[];
  /** Lines that are not records, such as conflict markers. They stay in the file. */
  readonly damaged: number;
}

/** One JSON object per line; other lines are skipped and counted. */
export async function readLog(files: Files, path: string): Promise<RecordLog> {
  const lines = linesOf((await files.readPlain(path)) ?? "");
  const records = lines.map(parseJson).filter(isObject);
  return { records, damaged: lines.length - records.length };
}

/** Appends a record, and keeps the newest `max` lines. Default: all. */
export async function appendLog(files: Files, path: string, record: unknown, max = Number.POSITIVE_INFINITY) {
  const lines = [...linesOf((await files.readPlain(path)) ?? ""), JSON.stringify(record)];
  await files.write(path, `${lines.slice(Math.max(0, lines.length - max)).join("\n")}\n`);
}

const linesOf = (text: string) => text.split("\n").filter((line) => line.trim() !== "");
