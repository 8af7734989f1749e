import { readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * Weights were chosen on `tuning` and `seen`. `held-out` was looked at while earlier ones were chosen, though nothing was
 * tuned on it; `exam` was written before anything was asked and is for the report of a choice that is made.
 */
export type Part = "tuning" | "seen" | "held-out" | "exam";

/** What may be looked at while choosing. */
export const isForTuning = (part: Part): boolean => part === "tuning" || part === "seen";

export interface CommittedQueries {
  readonly name: string;
  readonly file: string;
  /** Which part the query of a number belongs to. */
  partOf(docId: number): Part;
}

export interface CommittedSet {
  readonly name: string;
  readonly corpora: readonly string[];
  readonly queries: readonly CommittedQueries[];
}

const sets = join(import.meta.dirname, "sets");
const corpusOf = (folder: string) => join(sets, folder, "corpus.jsonl");

const queriesIn = (folder: string, partOf: (name: string, docId: number) => Part): CommittedQueries[] =>
  readdirSync(join(sets, folder))
    .filter((name) => name.endsWith(".queries.jsonl"))
    .sort()
    .map((file) => {
      const name = file.replace(".queries.jsonl", "");
      return { name, file: join(sets, folder, file), partOf: (docId) => partOf(name, docId) };
    });

/** A conversation's questions are in a file for each part. */
const byFile = (name: string): Part => (name === "held-out" ? "held-out" : "tuning");

export const committedSets = (): CommittedSet[] => [
  {
    name: "main",
    corpora: [corpusOf("")],
    queries: queriesIn("", (_, docId) => (docId % 2 === 0 ? "tuning" : "seen")),
  },
  { name: "held-out", corpora: ["", "held-out"].map(corpusOf), queries: queriesIn("held-out", () => "held-out") },
  { name: "chats", corpora: [corpusOf("chats")], queries: queriesIn("chats", byFile) },
  { name: "sessions", corpora: [corpusOf("sessions")], queries: queriesIn("sessions", byFile) },
  { name: "dialogues", corpora: ["chats", "dialogues"].map(corpusOf), queries: queriesIn("dialogues", byFile) },
  {
    name: "exam",
    corpora: ["", "held-out", "chats", "dialogues", "exam"].map(corpusOf),
    queries: queriesIn("exam", () => "exam"),
  },
];
