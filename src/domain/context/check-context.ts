import { jaccard } from "../../base/text/jaccard.js";
import { formatCount } from "../../base/text/plural.js";
import { maxTextBytes } from "../../engine/files.js";
import { areaNames, inStore, storePath } from "../../store/context/context-layout.js";
import { readJsonFile } from "../../store/context/json-file.js";
import { readLog } from "../../store/context/ndjson-file.js";
import { type EntryFacts, listEntryFacts } from "./entry-facts.js";
import type { ProjectContext } from "./project-context.js";

export interface StoreProblem {
  readonly file: string;
  readonly problem: string;
}

/** Files of the store that are damaged. The rest of the store works without them. */
export async function checkStore(project: ProjectContext): Promise<StoreProblem[]> {
  const { files, root } = project;
  const { manifest, state, teamPreferences, userPreferences } = inStore;
  const jsonFiles = [manifest, state, teamPreferences, userPreferences, ...areaNames.map(inStore.authors)];
  const [json, scopes, skills, logs, decisions] = await Promise.all([
    Promise.all(jsonFiles.map(async (file) => ({ file, read: await readJsonFile(files, storePath(root, file)) }))),
    project.scopes.read(),
    project.skills.list(),
    readLog(files, storePath(root, inStore.sessions)),
    project.decisions.list(),
  ]);
  const large = await findLarge(project);
  const seen = new Map<number, string>();
  return [
    ...json.filter(({ read }) => read.kind === "damaged").map(({ file }) => ({ file, problem: "Not a JSON object." })),
    ...scopes.damagedMaps.map((file) => ({
      file,
      problem: "Not a JSON object, so every entry next to it is treated as private.",
    })),
    ...large.map((file) => ({ file, problem: "Larger than 64 MB, so it is not read. Shorten it, or move it away." })),
    ...skills.flatMap(({ name, problem }) => (problem ? [{ file: inStore.skill(name), problem }] : [])),
    ...(logs.damaged > 0 ? [{ file: inStore.sessions, problem: `${formatCount(logs.damaged, "damaged line")}.` }] : []),
    ...decisions.flatMap(({ id, file }) => {
      const first = seen.get(id);
      seen.set(id, first ?? file);
      return first ? [{ file: inStore.entry("decisions", file), problem: `Has the same number as ${first}.` }] : [];
    }),
  ];
}

async function findLarge({ files, root }: ProjectContext): Promise<string[]> {
  const paths = await files.tree(storePath(root));
  const sizes = await Promise.all(paths.map((path) => files.size(storePath(root, path))));
  return paths.filter((_, i) => (sizes[i] ?? 0) > maxTextBytes);
}

export interface ContextProblem extends StoreProblem {
  readonly kind: "unreadable" | "stale" | "oversized" | "unowned" | "duplicate" | "contradicting";
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

function checkEntry({ path: file, content, owner, stale }: EntryFacts, { maxBytes, requireOwner }: CheckOptions) {
  const bytes = Buffer.byteLength(content);
  const problems: ContextProblem[] = [];
  if (stale.length > 0)
    problems.push({ file, kind: "stale", problem: `${stale.join(", ")} changed since it was verified.` });
  if (bytes > maxBytes)
    problems.push({ file, kind: "oversized", problem: `It has ${bytes} bytes; the limit is ${maxBytes}.` });
  if (requireOwner && owner === "") problems.push({ file, kind: "unowned", problem: "It has no owner." });
  return problems;
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
    const problem = `It says the same as ${duplicate?.entry.path}.`;
    return duplicate ? [{ file: entry.path, kind: "duplicate", problem }] : [];
  });
}

const negations = new Set(["not", "never", "no", "don't", "dont", "cannot", "can't", "avoid", "without"]);
/** Words that often change together with a negation. */
const modalWords = new Set(["do", "does", "always", "must", "should", "please"]);

/** Lines that are equal but for a negation. An agent cannot know which of two contradicting entries holds. */
function findContradictions(entries: readonly EntryFacts[]): ContextProblem[] {
  const seen = new Map<string, { file: string; isNegated: boolean; line: string }>();
  const problems: ContextProblem[] = [];
  for (const { path: file, content } of entries) {
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
