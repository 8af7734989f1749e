import { jaccard } from "../../base/text/jaccard.js";
import { type EntryFacts, listEntryFacts } from "./entry-facts.js";
import type { ProjectContext } from "./project-context.js";
import { checkStore } from "./store-health.js";

export type ProblemKind = "unreadable" | "stale" | "oversized" | "unowned" | "duplicate" | "contradicting";

export interface ContextProblem {
  readonly file: string;
  readonly kind: ProblemKind;
  readonly problem: string;
}

export interface CheckOptions {
  readonly maxBytes: number;
  readonly requireOwner: boolean;
}

/** Finds problems in the shared entries of a store. */
export async function checkContext(project: ProjectContext, options: CheckOptions): Promise<ContextProblem[]> {
  const [unreadable, entries] = await Promise.all([checkStore(project), listEntryFacts(project)]);
  return [
    ...unreadable.map(({ file, problem }) => ({ file, kind: "unreadable" as const, problem })),
    ...entries.flatMap((entry) => checkEntry(entry, options)),
    ...findDuplicates(entries),
    ...findContradictions(entries),
  ];
}

function checkEntry(
  { file, content, owner, stale }: EntryFacts,
  { maxBytes, requireOwner }: CheckOptions,
): ContextProblem[] {
  const bytes = Buffer.byteLength(content);
  return [
    ...(stale.length > 0
      ? [{ file, kind: "stale" as const, problem: `${stale.join(", ")} changed since it was verified.` }]
      : []),
    ...(bytes > maxBytes
      ? [{ file, kind: "oversized" as const, problem: `It has ${bytes} bytes; the limit is ${maxBytes}.` }]
      : []),
    ...(requireOwner && owner === "" ? [{ file, kind: "unowned" as const, problem: "It has no owner." }] : []),
  ];
}

/** Entries whose words have at least this Jaccard similarity count as duplicates. */
const minSimilarity = 0.9;
/** Shorter entries share words by chance. */
const minWords = 5;

function findDuplicates(entries: readonly EntryFacts[]): ContextProblem[] {
  const texts = entries.map((entry) => ({ entry, words: new Set(wordsOf(entry.content)) }));
  return texts.flatMap(({ entry, words }, i) => {
    if (words.size < minWords) return [];
    const duplicate = texts.slice(0, i).find((other) => jaccard(other.words, words) >= minSimilarity);
    return duplicate
      ? [{ file: entry.file, kind: "duplicate" as const, problem: `It says the same as ${duplicate.entry.file}.` }]
      : [];
  });
}

const negations = new Set(["not", "never", "no", "don't", "dont", "cannot", "can't", "avoid", "without"]);
/** Words that often change together with a negation. */
const modalWords = new Set(["do", "does", "always", "must", "should", "please"]);

/** Lines that are equal but for a negation. An agent cannot know which of two contradicting entries holds. */
function findContradictions(entries: readonly EntryFacts[]): ContextProblem[] {
  const seen = new Map<string, { file: string; isNegated: boolean; line: string }>();
  const problems: ContextProblem[] = [];
  for (const { file, content } of entries) {
    for (const line of content.split(/\n|(?<=[.!?])\s+/)) {
      const words = wordsOf(line);
      const contentWords = words.filter((word) => !negations.has(word) && !modalWords.has(word));
      if (contentWords.length < 3) continue;
      const isNegated = words.some((word) => negations.has(word));
      const other = seen.get(contentWords.join(" "));
      if (other && other.isNegated !== isNegated && other.file !== file)
        problems.push({ file, kind: "contradicting", problem: `"${line.trim()}" contradicts ${other.file}.` });
      seen.set(contentWords.join(" "), other ?? { file, isNegated, line });
    }
  }
  return problems;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+(?:'[\p{L}]+)?/gu) ?? [];
