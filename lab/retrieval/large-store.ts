// The committed sets about software and work in one store: how often first hits are right by their score, how many
// questions get no answer, and how many facts of sessions are in the first ten results, asked for by keywords and in other
// words, which share no word with the fact. The first run embeds all documents, which takes minutes.
// Usage: npx tsx lab/retrieval/large-store.ts
import { basename, join } from "node:path";
import type { Search } from "../../src/domain/search/search.js";
import { openShippedModel } from "../../bench/support/open-shipped-model.js";
import { report } from "../../bench/support/report.js";
import { printCalibration } from "./calibration.js";
import { committedSets, freshSets } from "./committed-sets.js";
import { embedCached } from "../../bench/support/embed-cached.js";
import { type FitQuery, readCandidates } from "./fit-candidates.js";
import { openCollection } from "./open-collection.js";
import { type CorpusLine, readLines } from "../../bench/support/read-set.js";

interface FactLine extends CorpusLine {
  readonly keywords: string;
  readonly otherWords: string;
}

/** Their questions are about something else; questions in Chinese are answered by keywords alone. */
const unrelated = ["banking", "clinc", "xquad-de", "xquad-es"];
const leftOut = ["held-out", "exam", "projects", ...freshSets, "xquad-zh"];

const factFiles = ["facts", "fresh-facts"].map((name) => join(import.meta.dirname, "sets", "planted", `${name}.jsonl`));
const sets = committedSets().filter(({ name }) => !leftOut.includes(name));
const corpora = new Set(sets.flatMap(({ name, corpora }) => (unrelated.includes(name) ? [] : corpora)));
const embedder = embedCached(openShippedModel());
const collection = await openCollection([...corpora, ...factFiles], { embedder });

async function countFound(
  file: string,
  by: "keywords" | "otherWords",
  from: Search,
  meaning: boolean,
): Promise<string> {
  let [facts, first, firstTen] = [0, 0, 0];
  for await (const fact of readLines<FactLine>(file)) {
    facts++;
    const request = { tenant: "bench", query: fact[by], limit: 10, meaning, waitMs: 60_000 };
    // In their project, as agents ask.
    const { hits } = await from.find({ ...request, project: "bench" });
    const rank = hits.findIndex(({ document }) => document.id === fact.id);
    if (rank === 0) first++;
    if (rank >= 0) firstTen++;
  }
  return `${firstTen} of ${facts} (${first} first)`;
}

const rows: string[][] = [];
for (const file of factFiles)
  for (const by of ["keywords", "otherWords"] as const)
    rows.push([
      `${basename(file, ".jsonl")}, ${by}`,
      await countFound(file, by, collection.search, true),
      await countFound(file, by, collection.tableSearch, true),
      await countFound(file, by, collection.search, false),
    ]);
report(
  `Facts among ${collection.documents} documents, in the first ten`,
  ["asked by", "model", "static embeddings", "keywords only"],
  rows,
);

const asked = new Map<string, FitQuery[]>();
for (const { name: set, queries } of sets) {
  for (const { name, file } of queries) {
    const answered = await readCandidates(collection, embedder, file);
    // Files of conversations are named after their part.
    const kind = ["tuning", "held-out"].includes(name) ? set : name;
    const own = unrelated.includes(set) ? answered.map((query) => ({ ...query, relevant: [] })) : answered;
    asked.set(kind, [...(asked.get(kind) ?? []), ...own]);
  }
}
printCalibration(asked, (line) => process.stdout.write(`${line}\n`));
await collection.close();
await embedder.close();
