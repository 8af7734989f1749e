import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Weights were chosen on `tuning`; `seen` was looked at while choosing earlier ones; nobody looked at `held-out`. */
export type Part = "tuning" | "seen" | "held-out";

export interface CommittedQueries {
  readonly name: string;
  readonly file: string;
  /** Which part the query of a number belongs to. */
  partOf(nr: number): Part;
}

export interface CommittedSet {
  readonly name: string;
  readonly corpora: readonly string[];
  readonly queries: readonly CommittedQueries[];
}

const sets = join(import.meta.dirname, "sets");
const main = join(sets, "corpus.jsonl");

const queriesIn = (folder: string, partOf: (name: string, nr: number) => Part): CommittedQueries[] =>
  readdirSync(join(sets, folder))
    .filter((name) => name.endsWith(".queries.jsonl"))
    .sort()
    .map((file) => {
      const name = file.replace(".queries.jsonl", "");
      return { name, file: join(sets, folder, file), partOf: (nr) => partOf(name, nr) };
    });

/** A conversation's questions are in a file for each part. */
const byFile = (name: string): Part => (name === "held-out" ? "held-out" : "tuning");

export const committedSets = (): CommittedSet[] => [
  { name: "main", corpora: [main], queries: queriesIn("", (_, nr) => (nr % 2 === 0 ? "tuning" : "seen")) },
  {
    name: "held-out",
    corpora: [main, join(sets, "held-out", "corpus.jsonl")],
    queries: queriesIn("held-out", () => "held-out"),
  },
  { name: "chats", corpora: [join(sets, "chats", "corpus.jsonl")], queries: queriesIn("chats", byFile) },
  { name: "sessions", corpora: [join(sets, "sessions", "corpus.jsonl")], queries: queriesIn("sessions", byFile) },
];
