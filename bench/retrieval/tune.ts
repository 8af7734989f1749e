// Searches the best fusion weights on the tuning sets, and prints them; nothing is written. Held-out questions
// are never read. The objective is the mean gain over the better single list, capped so that no set pays for another, minus
// the worst loss.
// Usage: npx tsx bench/retrieval/tune.ts [--steps 300] [--seed 1] [--extra CORPUS,QUERIES]...
import { parseArgs } from "node:util";
import { parseQuery } from "../../src/domain/search/query/parse-query.js";
import { weightTerms } from "../../src/domain/search/query/weight-terms.js";
import { type FusionWeights, fuse, fusionWeights, keywordWeight } from "../../src/domain/search/rank/fuse.js";
import { type Candidate, retrieveCandidates } from "../../src/domain/search/retrieve/retrieve-candidates.js";
import { openShippedModel } from "../support/open-shipped-model.js";
import { committedSets, isForTuning } from "./committed-sets.js";
import { embedCached } from "./embed-cached.js";
import { metricsOf } from "./metrics.js";
import { benchTime, openCollection } from "./open-collection.js";
import { type QueryLine, readLines } from "./read-set.js";

const { values: options } = parseArgs({
  options: {
    steps: { type: "string", default: "300" },
    seed: { type: "string", default: "1" },
    extra: { type: "string", multiple: true, default: [] },
  },
});

interface TuningQuery {
  readonly relevant: readonly string[];
  readonly size: number;
  readonly candidates: readonly Candidate[];
}

const maxGain = 0.08;
const embedder = embedCached(openShippedModel());
const sets = new Map<string, TuningQuery[]>();
for (const { name: set, corpora, queries } of committedSets()) {
  for (const { name, file, partOf } of queries) {
    await addQueries(set === "main" ? name : set, corpora, file, (i) => isForTuning(partOf(i)));
  }
}
for (const pair of options.extra) {
  const [corpus = "", file = ""] = pair.split(",");
  await addQueries(corpus, [corpus], file, () => true);
}
const bestSingleList = new Map(
  [...sets].map(([name, tuningQueries]) => [name, Math.max(byKeywords(tuningQueries), bySimilarity(tuningQueries))]),
);
print(fusionWeights);
print(await searchWeights(fusionWeights, Number(options.steps), Number(options.seed)));
await embedder.close();

async function addQueries(name: string, corpora: readonly string[], file: string, isIncluded: (i: number) => boolean) {
  const lines: QueryLine[] = [];
  for await (const line of readLines<QueryLine>(file)) lines.push(line);
  const includedQueries = lines.filter((line, i) => isIncluded(i) && line.relevant.length > 0);
  if (includedQueries.length === 0) return;
  const { index, searcher, documents: size, close } = await openCollection(corpora, { embedder });
  const tuningQueries: TuningQuery[] = [];
  for (const { query: text, relevant } of includedQueries) {
    const query = parseQuery(text, new Date(benchTime));
    const [vector = new Float32Array()] = await embedder.embed([query.text]);
    const meaning = searcher && { vector, searcher, similarityWeight: 1 };
    const terms = await weightTerms(index, "bench", query.terms, size);
    const request = { tenant: "bench", query, terms, size, filter: {}, depth: 100, meaning };
    tuningQueries.push({ relevant, size, candidates: await retrieveCandidates(index, request) });
  }
  sets.set(name, tuningQueries);
  await close();
}

function score(tuningQueries: readonly TuningQuery[], scoreOf: (one: Candidate, of: TuningQuery) => number): number {
  const gains = tuningQueries.map((of) => {
    const ranked = of.candidates
      .map((one) => ({ id: one.document.id, score: scoreOf(one, of) }))
      .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
    return metricsOf(
      ranked.slice(0, 10).map(({ id }) => id),
      of.relevant,
    ).ndcg10;
  });
  return gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
}

function byKeywords(tuningQueries: readonly TuningQuery[]): number {
  return score(tuningQueries, ({ keyword }) => keyword.bm25);
}

function bySimilarity(tuningQueries: readonly TuningQuery[]): number {
  return score(tuningQueries, ({ similarity = -1 }) => similarity);
}

function gainsOf(weights: FusionWeights): [string, number][] {
  return [...sets].map(([name, tuningQueries]) => {
    const keywordWeights = new Map(tuningQueries.map((of) => [of, keywordWeight(of.candidates, of.size, weights)]));
    const fused = score(tuningQueries, (one, of) => fuse(one, keywordWeights.get(of) ?? 1, weights).sum);
    return [name, fused - (bestSingleList.get(name) ?? 0)];
  });
}

function goalOf(weights: FusionWeights): number {
  const gains = gainsOf(weights).map(([, gain]) => gain);
  const mean = gains.reduce((sum, gain) => sum + Math.min(maxGain, gain), 0) / gains.length;
  return mean + 0.7 * Math.min(0, ...gains);
}

async function searchWeights(from: FusionWeights, steps: number, seed: number): Promise<FusionWeights> {
  const next = random(seed);
  let [best, goal] = [from, goalOf(from)];
  for (let step = 0; step < steps; step++) {
    const stepSize = 0.35 * 0.5 ** (step / 150);
    const mutate = (value: number) => (next() < 0.4 ? value * Math.exp(stepSize * (2 * next() - 1) * 1.7) : value);
    const kinds = Object.entries(best.kinds).map(([kind, { similarity, words }]) => {
      return [kind, { similarity: Math.min(1, mutate(similarity)), words: mutate(words) }] as const;
    });
    const numbers = Object.entries(best).filter(([name]) => name !== "kinds");
    const candidate = {
      ...Object.fromEntries(numbers.map(([name, value]) => [name, mutate(value as number)])),
      kinds: Object.fromEntries(kinds),
    } as unknown as FusionWeights;
    const candidateGoal = goalOf(candidate);
    if (candidateGoal > goal) [best, goal] = [candidate, candidateGoal];
  }
  return best;
}

function random(seed: number): () => number {
  let state = Math.imul(seed, 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 4_294_967_296;
  };
}

function print(weights: FusionWeights): void {
  const gains = gainsOf(weights).map(([name, gain]) => `  ${name.padEnd(24)} ${(100 * gain).toFixed(1)}`);
  process.stdout.write(
    `${JSON.stringify(weights, null, 2)}\ngain over the better list, NDCG@10\n${gains.join("\n")}\n`,
  );
}
