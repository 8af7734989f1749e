import { splitLines } from "./diff/lines.js";
import { mergeJson } from "./json/merge-json.js";
import { mergeNdjson } from "./json/merge-ndjson.js";
import { mergeMarkdown } from "./markdown/merge-markdown.js";
import { type Conflict, type FileMerge, fromChunks } from "./merge-result.js";
import { defaultLabels, type MarkerLabels } from "./text/conflict-markers.js";
import { mergeSets } from "./text/merge-order.js";
import { mergeText } from "./text/merge-text.js";
import { threeWay } from "./text/three-way.js";

/** The merge of one path. The text of a missing file is null. */
export type PathMerge =
  | { readonly kind: "merged"; readonly text: string }
  /** Deleted by both sides, or by one while the other did not change it. */
  | { readonly kind: "deleted" }
  | {
      readonly kind: "conflicted";
      /** The text with conflict markers, or the remaining version of a file that one side deleted. */
      readonly text: string;
      readonly conflicts: readonly Conflict[];
      /** The result if every conflict is resolved for one side; null where that side deleted the file. */
      readonly partial: { readonly ours: string | null; readonly theirs: string | null };
    };

type Text = string | null;
type MergeTexts = (base: string, ours: string, theirs: string, labels: MarkerLabels) => FileMerge;

/** Merges one file of the store by the rules of its file type. */
export function mergeFile(path: string, base: Text, ours: Text, theirs: Text, labels = defaultLabels): PathMerge {
  const simple = threeWay(base, ours, theirs);
  if (simple !== undefined) return simple.value === null ? { kind: "deleted" } : { kind: "merged", text: simple.value };
  if (ours === null || theirs === null) return deletedAndChanged(base ?? "", ours, theirs);
  if ([base ?? "", ours, theirs].some(looksBinary)) return wholeFile(base ?? "", ours, theirs);
  return mergerFor(path)(base ?? "", ours, theirs, labels);
}

function mergerFor(path: string): MergeTexts {
  const name = path.toLowerCase();
  if (/\.(?:md|markdown|mdc)$/.test(name)) return mergeMarkdown;
  if (name.endsWith(".json")) return mergeJson;
  if (/\.(?:ndjson|jsonl)$/.test(name)) return mergeNdjson;
  return /(?:^|\/)\.git(?:ignore|attributes)$/.test(name) ? mergeRules : mergePlain;
}

function mergePlain(base: string, ours: string, theirs: string, labels: MarkerLabels): FileMerge {
  const merge = mergeText(base, ours, theirs);
  return merge.kind === "merged" ? merge : fromChunks(merge.chunks, labels, () => "document");
}

/** Files of independent lines: lines that a side removed are dropped, lines that either side added stay. */
function mergeRules(base: string, ours: string, theirs: string, labels: MarkerLabels): FileMerge {
  const merge = mergePlain(base, ours, theirs, labels);
  const rules = (text: string) => [...new Set(splitLines(text).map((line) => line.trimEnd()))];
  if (merge.kind === "merged") return merge;
  const [first, second] = theirs < ours ? [theirs, ours] : [ours, theirs];
  return {
    kind: "merged",
    text: mergeSets(rules(base), rules(first), rules(second))
      .map((rule) => `${rule}\n`)
      .join(""),
  };
}

/** Text has no NUL and almost no replacement characters, which decoding inserts for invalid bytes. */
const looksBinary = (text: string): boolean =>
  text.includes("\0") || text.split("\uFFFD").length - 1 > text.length / 20;

function deletedAndChanged(base: string, ours: Text, theirs: Text): PathMerge {
  const reason = ours === null ? "deleted by ours" : "deleted by theirs";
  const conflict: Conflict = { section: "document", reason, base, ours: ours ?? "", theirs: theirs ?? "" };
  return { kind: "conflicted", text: ours ?? theirs ?? "", conflicts: [conflict], partial: { ours, theirs } };
}

/** Binary content cannot have markers: ours is used until a person chooses. */
function wholeFile(base: string, ours: string, theirs: string): PathMerge {
  const reason = base === "" ? "both added" : "both changed";
  const conflict: Conflict = { section: "document", reason, base, ours, theirs };
  return { kind: "conflicted", text: ours, conflicts: [conflict], partial: { ours, theirs } };
}
