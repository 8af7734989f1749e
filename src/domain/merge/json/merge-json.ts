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
 * Three-way merge of a JSON file by fields. A line merge without conflicts that is still JSON is the result, with its layout;
 * otherwise objects merge field by field, arrays of scalars as sets, arrays of records by `id`, `key` or `name`, and the
 * later of two `updated_at`-like times wins. Conflicts are named by path. Invalid JSON is merged by lines.
 */
export function mergeJson(base: string, ours: string, theirs: string, labels: MarkerLabels = defaultLabels): FileMerge {
  const lines = mergeText(base, ours, theirs);
  const [left, right] = [readJson(ours), readJson(theirs)];
  const isInvalid = left === undefined || right === undefined;
  if (lines.kind === "merged" && (isInvalid || readJson(lines.text) !== undefined)) return lines;
  if (isInvalid) return lines.kind === "merged" ? lines : fromChunks(lines.chunks, labels, () => "document");
  const { conflicts, ...values } = mergeFromEitherSide(readJson(base), left, right, theirs < ours);
  const write = writer(base, ours, theirs);
  const partial = { ours: write(values.ours), theirs: write(values.theirs) };
  if (conflicts.length === 0) return { kind: "merged", text: partial.ours };
  const conflictTexts = conflicts.map((conflict) => showConflict(conflict, jsonStyle(ours)));
  return {
    kind: "conflicted",
    text: renderDifference(partial.ours, partial.theirs, labels),
    conflicts: conflictTexts,
    partial,
  };
}

/** Merges so that orders are the same whichever side is ours. */
function mergeFromEitherSide(base: JsonValue | undefined, ours: JsonValue, theirs: JsonValue, isSwapped: boolean) {
  const conflicts: JsonConflict[] = [];
  const [first, second] = isSwapped ? [theirs, ours] : [ours, theirs];
  const merged = mergeJsonValues({ base, ours: first, theirs: second }, (conflict) => conflicts.push(conflict));
  if (!isSwapped) return { ...merged, conflicts };
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

/** Writes values in the file's layout; if one side changed the layout, in that side's. */
function writer(base: string, ours: string, theirs: string): (value: JsonValue | undefined) => string {
  const mergeTrait = <T>(of: (text: string) => T) =>
    (threeWay(of(base), of(ours), of(theirs)) ?? { value: of(ours) }).value;
  const [first, second] = theirs < ours ? [theirs, ours] : [ours, theirs];
  const layout = (text: string) => JSON.stringify(jsonStyle(text));
  const style: JsonStyle = jsonStyle(layout(first) === layout(base) && base !== "" ? second : first);
  const hasFinalNewline = mergeTrait((text) => text.endsWith("\n"));
  const ending = mergeTrait(lineEnding);
  return (value) => {
    const text = (value === undefined ? "" : writeJson(value, style)) + (hasFinalNewline ? "\n" : "");
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
