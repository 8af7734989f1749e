import { join } from "node:path";
import { type CorpusLine, type QueryLine, readLines } from "../support/read-set.js";

const sets = join(import.meta.dirname, "..", "facts");

export interface Fact {
  readonly key: string;
  readonly text: string;
}

export interface Question {
  readonly query: string;
  /** The text of the fact that answers it. */
  readonly answer: string;
}

export interface Facts {
  readonly facts: readonly Fact[];
  /** Questions that share no content word with their answer. */
  readonly paraphrases: readonly Question[];
  /** Sentences with a code that only the answer has. */
  readonly markers: readonly Question[];
  /** The same codes without a sentence. */
  readonly codes: readonly Question[];
}

/** Notes of two sets with their questions, and other texts among which they have to be found. */
export async function readFacts(): Promise<Facts> {
  const texts = new Map<string, string>();
  const questions: QueryLine[] = [];
  for (const folder of [sets, join(sets, "held-out")]) {
    for await (const { id, text } of readLines<CorpusLine>(join(folder, "corpus.jsonl")))
      texts.set(id, text.replace(/\s+/g, " ").slice(0, 600));
    for await (const line of readLines<QueryLine>(join(folder, "notes.queries.jsonl"))) questions.push(line);
  }
  const facts = [...texts].map(([key, text], i) => ({ key, text: hasCode(i) ? `${text} (code ${codeOf(i)})` : text }));
  const textOf = new Map(facts.map(({ key, text }) => [key, text]));
  const coded = facts.flatMap(({ text }, i) => (hasCode(i) ? [{ query: codeOf(i), answer: text }] : []));
  return {
    facts,
    paraphrases: questions.map(({ query, relevant: [id = ""] }) => ({ query, answer: textOf.get(id) ?? "" })),
    markers: coded.map(({ query, answer }) => ({ query: `what do we know about code ${query}?`, answer })),
    codes: coded,
  };
}

/** Every tenth fact gets one. */
const hasCode = (i: number): boolean => i % 10 === 5;

/** A code that looks like a ticket and occurs once. */
const codeOf = (i: number): string =>
  `${String.fromCharCode(65 + (i % 26), 65 + ((i * 7) % 26), 65 + ((i * 11) % 26))}-${1000 + ((i * 7919) % 9000)}`;
