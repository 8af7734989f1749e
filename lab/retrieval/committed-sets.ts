import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";

/**
 * Weights are fitted on all parts but `exam`, which was written before any measurement and only reports a final choice. The
 * set `projects` is by a writer of questions (lab/training/questions) whose texts trained nothing and were not read.
 * `public` sets have other makers (`sets/public/README.md`).
 */
export type Part = "tuning" | "seen" | "held-out" | "public" | "exam";

export interface CommittedQueries {
  readonly name: string;
  readonly file: string;
  /** The part of the query with this index. */
  partOf(i: number): Part;
}

export interface CommittedSet {
  readonly name: string;
  readonly corpora: readonly string[];
  readonly queries: readonly CommittedQueries[];
}

const sets = join(import.meta.dirname, "sets");
/** Notes with their questions that the benchmarks of the product use too. */
const facts = join(import.meta.dirname, "..", "..", "bench", "facts");
const corpusOf = (folder: string) => join(["", "held-out"].includes(folder) ? facts : sets, folder, "corpus.jsonl");

const queriesIn = (folder: string, partOf: (name: string, i: number) => Part): CommittedQueries[] =>
  [sets, facts]
    .map((root) => join(root, folder))
    .filter((path) => existsSync(path))
    .flatMap((path) => readdirSync(path).map((name) => join(path, name)))
    .filter((file) => file.endsWith(".queries.jsonl"))
    .map((file) => ({ name: basename(file, ".queries.jsonl"), file }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, file }) => ({ name, file, partOf: (i) => partOf(name, i) }));

/** A conversation's questions have one file per part. */
const byFile = (name: string): Part => (name === "held-out" ? "held-out" : "tuning");

const publicSets = (): CommittedSet[] =>
  readdirSync(join(sets, "public"))
    .filter((name) => name.endsWith(".corpus.jsonl"))
    .sort()
    .map((file) => {
      const name = file.replace(".corpus.jsonl", "");
      const queries = queriesIn("public", () => "public").filter((one) => one.name.replace("-off-topic", "") === name);
      return { name, corpora: [join(sets, "public", file)], queries };
    });

/** Of a set in this table, questions of the other set have no answer in it: they are about something else. */
export const unrelatedSets: Readonly<Record<string, string>> = {
  banking: "mined-md",
  chats: "mined-err",
  meetings: "clinc",
  sessions: "banking",
  "mined-change": "banking",
  "mined-commit": "clinc",
  "mined-md": "clinc",
  "mined-talk": "banking",
};

/** By writers whose texts trained nothing and were not read. */
export const freshSets = ["notes", "talk", "chats", "french", "japanese"].map((name) => `fresh-${name}`);

export const committedSets = (): CommittedSet[] => [
  ...publicSets(),
  {
    name: "main",
    corpora: [corpusOf("")],
    queries: queriesIn("", (_, i) => (i % 2 === 0 ? "tuning" : "seen")),
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
  ...["projects", ...freshSets].map((name) => ({
    ...{ name, corpora: [corpusOf(name)], queries: queriesIn(name, () => "exam") },
  })),
];
