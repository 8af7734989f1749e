import { splitLines } from "./diff/lines.js";
import { mergeJson } from "./json/merge-json.js";
import { mergeNdjson } from "./json/merge-ndjson.js";
import { mergeMarkdown } from "./markdown/merge-markdown.js";
import { type Conflict, fromText, type Merge, mergedText, mirrorMerge, reasonOf } from "./merge-result.js";
import { mergeText } from "./text/merge-lines.js";
import { mergeSets } from "./text/merge-order.js";
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
type MergeTexts = (base: string, ours: string, theirs: string) => Merge;

/**
 * Merges one file of the store by the rules of its file type. The result is the same whichever side is ours, so two
 * people who merge each other's work agree: where an order must be chosen, it depends on the texts and not on the side.
 */
export function mergeFile(path: string, base: Text, ours: Text, theirs: Text): PathMerge {
  const simple = threeWay(base, ours, theirs);
  if (simple !== undefined) return simple.value === null ? { kind: "deleted" } : { kind: "merged", text: simple.value };
  const texts = [base ?? "", ours ?? "", theirs ?? ""] as const;
  // Binary content cannot have markers: ours is used until a person chooses.
  if (ours === null || theirs === null || texts.some(looksBinary)) return wholeFile(base, ours, theirs);
  const isMirrored = texts[2] < texts[1];
  const merger = mergerFor(path);
  const { conflicts, show } = isMirrored ? mirrorMerge(merger(texts[0], texts[2], texts[1])) : merger(...texts);
  if (conflicts.length === 0) return { kind: "merged", text: show("ours") };
  const partial = { ours: show("ours"), theirs: show("theirs") };
  return { kind: "conflicted", text: show("markers"), conflicts, partial };
}

function mergerFor(path: string): MergeTexts {
  const name = path.toLowerCase();
  if (/\.(?:md|markdown|mdc)$/.test(name)) return mergeMarkdown;
  if (name.endsWith(".json")) return mergeJson;
  if (/\.(?:ndjson|jsonl)$/.test(name)) return mergeNdjson;
  return /(?:^|\/)\.git(?:ignore|attributes)$/.test(name) ? mergeRules : mergePlain;
}

const mergePlain: MergeTexts = (...texts) => fromText(mergeText(...texts), () => "document");

/** Files of independent lines: lines that a side removed are dropped, lines that either side added stay. */
function mergeRules(base: string, ours: string, theirs: string): Merge {
  const merge = mergePlain(base, ours, theirs);
  const rules = (text: string) => [...new Set(splitLines(text).map((line) => line.trimEnd()))];
  if (merge.conflicts.length === 0) return merge;
  const merged = mergeSets(rules(base), rules(ours), rules(theirs));
  return mergedText(merged.map((rule) => `${rule}\n`).join(""));
}

/** Text has no NUL and almost no replacement characters, which decoding inserts for invalid bytes. */
const looksBinary = (text: string): boolean =>
  text.includes("\0") || text.split("\uFFFD").length - 1 > text.length / 20;

function wholeFile(base: Text, ours: Text, theirs: Text): PathMerge {
  const reason = reasonOf(Boolean(base) || ours === null || theirs === null, ours !== null, theirs !== null);
  const sides = { base: base ?? "", ours: ours ?? "", theirs: theirs ?? "" };
  const conflicts = [{ section: "document", reason, ...sides }];
  return { kind: "conflicted", text: ours ?? theirs ?? "", conflicts, partial: { ours, theirs } };
}
