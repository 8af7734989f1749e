import type { Conflict, ConflictReason } from "../merge-result.js";
import { mergeMarkdown } from "./merge-markdown.js";

/** What `context_conflict_detail` returns about a Markdown file, with the fields of its contract. */
export interface SectionAnalysis {
  readonly has_section_conflicts: boolean;
  readonly conflict_details: readonly string[];
  /** The merged text; null if there are conflicts. */
  readonly auto_merged_content: string | null;
}

export function sectionAnalysis(base: string, ours: string, theirs: string): SectionAnalysis {
  const merge = mergeMarkdown(base, ours, theirs);
  const conflicts = merge.kind === "merged" ? [] : merge.conflicts;
  return {
    has_section_conflicts: conflicts.length > 0,
    conflict_details: conflicts.map(describeConflict),
    auto_merged_content: merge.kind === "merged" ? merge.text : null,
  };
}

const reasonTexts: Readonly<Record<ConflictReason, string>> = {
  "both changed": "both sides changed it, each in another way",
  "both added": "both sides added something else at the same place",
  "deleted by ours": "ours deleted what theirs changed",
  "deleted by theirs": "theirs deleted what ours changed",
};

export const describeConflict = ({ section, reason }: Conflict): string =>
  `Section '${section}': ${reasonTexts[reason]}`;
