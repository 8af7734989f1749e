import { lineEnding, splitLines } from "../diff/lines.js";
import { type Conflict, type FileMerge, fromChunks } from "../merge-result.js";
import { defaultLabels, type MarkerLabels, renderMarkers } from "../text/conflict-markers.js";
import { mergeText } from "../text/merge-text.js";
import { refineConflicts } from "../text/refine-conflicts.js";
import { mirroredReason } from "../text/swap-sides.js";
import { threeWay } from "../text/three-way.js";
import { type JsonStyle, type JsonValue, jsonStyle, readJson, writeJson } from "./json-tree.js";
import { type JsonConflict, mergeJsonValues } from "./merge-json-values.js";

/**
 * Three-way merge of a JSON file by fields. A line merge that is clean and still JSON is the result, layout and all;
 * else objects merge field by field, arrays of scalars as sets, arrays of records by `id`, `key` or `name`, and the
 * later of two `updated_at`-like times wins. Conflicts are named by path. Files that are no JSON merge by lines.
 */
export function mergeJson(base: string, ours: string, theirs: string, labels: MarkerLabels = defaultLabels): FileMerge {
  const lines = mergeText(base, ours, theirs);
  const [left, right] = [readJson(ours), readJson(theirs)];
  const unreadable = left === undefined || right === undefined;
  if (lines.kind === "merged" && (unreadable || readJson(lines.text) !== undefined)) return lines;
  if (unreadable) return lines.kind === "merged" ? lines : fromChunks(lines.chunks, labels, () => "document");
  const { conflicts, ...values } = mergeFromEitherSide(readJson(base), left, right, theirs < ours);
  const write = writer(base, ours, theirs);
  const partial = { ours: write(values.ours), theirs: write(values.theirs) };
  if (conflicts.length === 0) return { kind: "merged", text: partial.ours };
  const shown = conflicts.map((conflict) => showConflict(conflict, jsonStyle(ours)));
  return {
    kind: "conflicted",
    text: renderDifference(partial.ours, partial.theirs, labels),
    conflicts: shown,
    partial,
  };
}

/** Merges so that orders come out the same whichever side is called ours. */
function mergeFromEitherSide(base: JsonValue | undefined, ours: JsonValue, theirs: JsonValue, swapped: boolean) {
  const conflicts: JsonConflict[] = [];
  const [first, second] = swapped ? [theirs, ours] : [ours, theirs];
  const merged = mergeJsonValues({ base, ours: first, theirs: second }, (conflict) => conflicts.push(conflict));
  if (!swapped) return { ...merged, conflicts };
  return {
    ours: merged.theirs,
    theirs: merged.ours,
    conflicts: conflicts.map((conflict) => ({
      ...conflict,
      reason: mirroredReason(conflict.reason),
      ours: conflict.theirs,
      theirs: conflict.ours,
    })),
  };
}

/** Writes values the way the file was written, by the side that changed that. */
function writer(base: string, ours: string, theirs: string): (value: JsonValue | undefined) => string {
  const choose = <T>(of: (text: string) => T) =>
    (threeWay(of(base), of(ours), of(theirs)) ?? { value: of(ours) }).value;
  const [first, second] = theirs < ours ? [theirs, ours] : [ours, theirs];
  const layout = (text: string) => JSON.stringify(jsonStyle(text));
  const style: JsonStyle = jsonStyle(layout(first) === layout(base) && base !== "" ? second : first);
  const end = choose((text) => text.endsWith("\n"));
  const ending = choose(lineEnding);
  return (value) => {
    const text = (value === undefined ? "" : writeJson(value, style)) + (end ? "\n" : "");
    return ending === "\r\n" ? text.replaceAll("\n", "\r\n") : text;
  };
}

function renderDifference(ours: string, theirs: string, labels: MarkerLabels): string {
  return renderMarkers(
    refineConflicts({ kind: "conflict", base: [], ours: splitLines(ours), theirs: splitLines(theirs) }),
    labels,
  );
}

function showConflict({ path, reason, base, ours, theirs }: JsonConflict, style: JsonStyle): Conflict {
  const show = (value: JsonValue | undefined) => (value === undefined ? "" : writeJson(value, style));
  return { section: path, reason, base: show(base), ours: show(ours), theirs: show(theirs) };
}
