// Pairs of records by two writers, of which the second makes the first untrue (`amended`) or does not (`both`): how often
// the one that is asked for comes before the other, with the reader and without.
// Usage: npx tsx bench/retrieval/newer-first.ts
import { join } from "node:path";
import { createSearch, type Search } from "../../src/domain/search/search.js";
import { openReader } from "../../src/engine/minilm-embedder/open-reader.js";
import { openShippedModel } from "../support/open-shipped-model.js";
import { report } from "../support/report.js";
import { embedCached } from "./embed-cached.js";
import { openCollection } from "./open-collection.js";
import { type QueryLine, readLines } from "./read-set.js";

const engine = join(import.meta.dirname, "../../src/engine/minilm-embedder");
const embedder = embedCached(openShippedModel());
const reader = openReader(join(engine, "minilm-reader.bin"));

async function countRight(folder: string, kind: string, search: Search): Promise<string> {
  let [count, before, first] = [0, 0, 0];
  for await (const { query, relevant } of readLines<QueryLine>(join(folder, `${kind}.queries.jsonl`))) {
    const right = relevant[0] ?? "";
    const pair = right.replace(/-[^-]*$/, "-");
    const { hits } = await search.find({ tenant: "bench", query, project: "bench", waitMs: 60_000 });
    const ids = hits.map(({ document }) => document.id);
    count++;
    if (ids.find((id) => id.startsWith(pair)) === right) before++;
    if (ids[0] === right) first++;
  }
  return `${before} of ${count} (${first} first)`;
}

/** The threshold was chosen on the first. */
for (const set of ["amended", "fresh-amended"]) {
  const folder = join(import.meta.dirname, "sets", set);
  const { search, index, vectors, runtime, close } = await openCollection([join(folder, "corpus.jsonl")], { embedder });
  const rows: string[][] = [];
  for (const [name, one] of [
    ["without", search],
    ["with", createSearch({ index, vectors, embedder, reader, runtime })],
  ] as const)
    rows.push([name, await countRight(folder, "amended", one), await countRight(folder, "both", one)]);
  report(
    `The right one of two records before the other: ${set}`,
    ["reader", "newer makes older untrue", "both hold"],
    rows,
  );
  await close();
}
await embedder.close();
await reader?.close();
