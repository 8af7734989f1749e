import { ensureLineBreak, splitLines } from "../diff/lines.js";
import { fromChunks, type Merge, mergedText } from "../merge-result.js";
import { agreedChunk, type Chunk, mergeText } from "../text/merge-lines.js";
import { mergeOrder } from "../text/merge-order.js";
import { threeWay } from "../text/three-way.js";
import { readJson } from "./json-tree.js";
import { mergeJson } from "./merge-json.js";
import { instant } from "./newest-time.js";

type Records = ReadonlyMap<string, string>;

/**
 * Three-way merge of a log with one JSON record per line: the union of both sides' records, without those that a side
 * deleted. A record is identified by its `id`, else by its line; a line that is not JSON is kept like any other.
 */
export function mergeNdjson(base: string, ours: string, theirs: string): Merge {
  const lines = mergeText(base, ours, theirs);
  if (lines.kind === "merged") return mergedText(lines.text);
  return fromChunks(mergeRecords(readRecords(base), readRecords(ours), readRecords(theirs)), () => "records");
}

function mergeRecords(base: Records, ours: Records, theirs: Records): Chunk[] {
  const keys = mergeOrder([...base.keys()], [...ours.keys()], [...theirs.keys()]);
  const merged = keys.flatMap((key) => mergeRecord(base.get(key), ours.get(key), theirs.get(key)));
  return [base, ours, theirs].every((records) => isSortedByTime([...records.values()])) ? sortByTime(merged) : merged;
}

function mergeRecord(base?: string, ours?: string, theirs?: string): Chunk[] {
  const simple = threeWay(base, ours, theirs);
  if (simple !== undefined) return simple.value === undefined ? [] : [agreedChunk([simple.value])];
  const line = (text: string | undefined) => (text === undefined ? [] : [text]);
  const fields = ours !== undefined && theirs !== undefined ? mergeJson(base ?? "", ours, theirs) : undefined;
  if (fields?.conflicts.length === 0) return [agreedChunk([fields.show("ours")])];
  return [{ kind: "conflict", base: line(base), ours: line(ours), theirs: line(theirs) }];
}

/** The lines of a log by their identity; a repeated line or id gets a number. */
function readRecords(text: string): Records {
  const records = new Map<string, string>();
  const seen = new Map<string, number>();
  for (const line of splitLines(text)) {
    if (line.trim() === "") continue;
    const name = recordField(line, ["id"]) ?? line.trim();
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    records.set(`${count} ${name}`, ensureLineBreak(line));
  }
  return records;
}

const timeFields = ["timestamp", "created_at", "started", "started_at", "date", "time", "ts"];

function recordField(line: string, names: readonly string[]): string | undefined {
  const record = readJson(line);
  if (record?.kind !== "object") return undefined;
  const field = names.map((name) => record.fields.get(name)?.value).find((value) => value?.kind === "scalar");
  return field?.kind === "scalar" ? field.raw : undefined;
}

const timeOf = (line: string | undefined): number => instant(recordField(line ?? "", timeFields) ?? "");

function isSortedByTime(lines: readonly string[]): boolean {
  const times = lines.map(timeOf);
  return times.every((time, i) => !Number.isNaN(time) && time >= (times[i - 1] ?? time));
}

/** Sorts by time; records with equal times keep their order. */
function sortByTime(chunks: readonly Chunk[]): Chunk[] {
  const time = (chunk: Chunk) => timeOf(chunk.kind === "stable" ? chunk.lines[0] : (chunk.ours[0] ?? chunk.theirs[0]));
  const times = new Map(chunks.map((chunk) => [chunk, time(chunk)]));
  return chunks.toSorted((a, b) => (times.get(a) ?? 0) - (times.get(b) ?? 0));
}
