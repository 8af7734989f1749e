import { type EntryFacts, listEntryFacts } from "./entry-facts.js";
import type { ProjectContext } from "./project-context.js";
import { checkStore } from "./store-health.js";

export type ContextFault = "unreadable" | "stale" | "oversized" | "unowned" | "duplicate" | "contradicting";

export interface ContextProblem {
  readonly file: string;
  readonly kind: ContextFault;
  readonly problem: string;
}

export interface CheckOptions {
  readonly maxBytes: number;
  readonly requireOwner: boolean;
}

/** What is wrong with the shared entries of a store. */
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

/** Entries that share this part of their words say the same. */
const minSimilarity = 0.9;
/** Shorter ones share their few words by chance. */
const minWords = 5;

function findDuplicates(entries: readonly EntryFacts[]): ContextProblem[] {
  const texts = entries.map((entry) => ({ entry, words: new Set(wordsOf(entry.content)) }));
  return texts.flatMap(({ entry, words }, i) => {
    if (words.size < minWords) return [];
    const twin = texts.slice(0, i).find((other) => jaccard(other.words, words) >= minSimilarity);
    return twin
      ? [{ file: entry.file, kind: "duplicate" as const, problem: `It says the same as ${twin.entry.file}.` }]
      : [];
  });
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((word) => b.has(word)).length;
  return common / (a.size + b.size - common || 1);
}

const negations = new Set(["not", "never", "no", "don't", "dont", "cannot", "can't", "avoid", "without"]);
/** Words that come and go with a negation. */
const helpers = new Set(["do", "does", "always", "must", "should", "please"]);

/** Lines that say the same, one of them with a negation. Two entries that disagree leave an agent to guess. */
function findContradictions(entries: readonly EntryFacts[]): ContextProblem[] {
  const seen = new Map<string, { file: string; isNegated: boolean; line: string }>();
  const problems: ContextProblem[] = [];
  for (const { file, content } of entries) {
    for (const line of content.split(/\n|(?<=[.!?])\s+/)) {
      const words = wordsOf(line);
      const plain = words.filter((word) => !negations.has(word) && !helpers.has(word));
      if (plain.length < 3) continue;
      const isNegated = words.some((word) => negations.has(word));
      const other = seen.get(plain.join(" "));
      if (other && other.isNegated !== isNegated && other.file !== file)
        problems.push({ file, kind: "contradicting", problem: `"${line.trim()}" contradicts ${other.file}.` });
      seen.set(plain.join(" "), other ?? { file, isNegated, line });
    }
  }
  return problems;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+(?:'[\p{L}]+)?/gu) ?? [];
