import { lineEnding, splitLines } from "../diff/lines.js";
import { fromChunks, fromText, type Merge } from "../merge-result.js";
import { differences, mergeText } from "../text/merge-lines.js";
import { threeWay } from "../text/three-way.js";
import { type JsonValue, jsonStyle, readJson, writeJson } from "./json-tree.js";
import { type JsonConflict, mergeJsonValues } from "./merge-json-values.js";

/**
 * Three-way merge of a JSON file by fields. A line merge without conflicts that is still JSON is the result, with its layout;
 * otherwise objects merge field by field, arrays of scalars as sets, arrays of records by `id`, `key` or `name`, and the
 * later of two `updated_at`-like times wins. Conflicts are named by path. Invalid JSON is merged by lines.
 */
export function mergeJson(base: string, ours: string, theirs: string): Merge {
  const lines = mergeText(base, ours, theirs);
  const [left, right] = [readJson(ours), readJson(theirs)];
  const isInvalid = left === undefined || right === undefined;
  const isDone = lines.kind === "merged" && readJson(lines.text) !== undefined;
  if (isInvalid || isDone) return fromText(lines, () => "document");
  const conflicts: JsonConflict[] = [];
  const sides = { base: readJson(base), ours: left, theirs: right };
  const merged = mergeJsonValues(sides, (conflict) => conflicts.push(conflict));
  const write = writer(base, ours, theirs);
  const show = (value: JsonValue | undefined) => (value === undefined ? "" : writeJson(value, jsonStyle(ours)));
  return {
    ...fromChunks(differences(splitLines(write(merged.ours)), splitLines(write(merged.theirs))), () => "document"),
    conflicts: conflicts.map((one) => {
      return { ...one, base: show(one.base), ours: show(one.ours), theirs: show(one.theirs) };
    }),
  };
}

/** Writes values in the file's layout; if one side changed the layout, in that side's. */
function writer(base: string, ours: string, theirs: string): (value: JsonValue | undefined) => string {
  const mergeTrait = <T>(of: (text: string) => T) =>
    (threeWay(of(base), of(ours), of(theirs)) ?? { value: of(ours) }).value;
  const layout = (text: string) => JSON.stringify(jsonStyle(text));
  const style = jsonStyle(layout(ours) === layout(base) && base !== "" ? theirs : ours);
  const hasFinalNewline = mergeTrait((text) => text.endsWith("\n"));
  const ending = mergeTrait(lineEnding);
  return (value) => {
    const text = (value === undefined ? "" : writeJson(value, style)) + (hasFinalNewline ? "\n" : "");
    return ending === "\r\n" ? text.replaceAll("\n", "\r\n") : text;
  };
}
