// Fits the weights of the fusion over many sets, each set left out in turn, and prints for each set NDCG@10 of the single
// lists and of the fusion with weights of the other sets; then the weights of all sets together, how often first hits are
// right by their score, and how often a question gets no answer. Nothing is written.
// Usage: npx tsx bench/retrieval/fit.ts [--extra CORPUS,QUERIES]...
import { parseArgs } from "node:util";
import { parseQuery } from "../../src/domain/search/query/parse-query.js";
import { weightTerms } from "../../src/domain/search/query/weight-terms.js";
import { fuse, fusionWeights } from "../../src/domain/search/rank/fuse.js";
import { retrieveCandidates } from "../../src/domain/search/retrieve/retrieve-candidates.js";
import { createQueryEmbedder } from "../../src/domain/search/vectors/embed-query.js";
import { openShippedModel } from "../support/open-shipped-model.js";
import { pairedGain } from "./bootstrap.js";
import { committedSets } from "./committed-sets.js";
import { embedCached } from "./embed-cached.js";
import { metricsOf } from "./metrics.js";
import { benchTime, type Collection, openCollection } from "./open-collection.js";
import { type QueryLine, readLines } from "./read-set.js";

const { values: options } = parseArgs({ options: { extra: { type: "string", multiple: true, default: [] } } });
const features = ["similarity", "maxSim", "keywords"] as const;
type Weights = readonly number[];

interface FitCandidate {
  readonly id: string;
  readonly isRelevant: boolean;
  readonly features: readonly number[];
  readonly relevance: number;
}

interface FitQuery {
  readonly relevant: readonly string[];
  readonly candidates: readonly FitCandidate[];
}

const embedder = embedCached(openShippedModel());
const sets = new Map<string, FitQuery[]>();
const collections = new Map<string, Collection>();
for (const { name: set, corpora, queries } of committedSets()) {
  // Files of conversations are named after their part.
  for (const { name, file } of queries)
    await addQueries(["tuning", "held-out"].includes(name) ? set : name, corpora, file);
}
for (const pair of options.extra) {
  const [corpus = "", file = ""] = pair.split(",");
  await addQueries(file, [corpus], file);
}
for (const { close } of collections.values()) await close();
await embedder.close();

const answerable = new Map([...sets].map(([name, all]) => [name, all.filter(({ relevant }) => relevant.length > 0)]));
const names = [...answerable.keys()].filter((name) => (answerable.get(name)?.length ?? 0) > 0);
printSets();
printCalibration();

async function addQueries(name: string, corpora: readonly string[], file: string): Promise<void> {
  const key = corpora.join();
  const collection = collections.get(key) ?? (await openCollection(corpora, { embedder }));
  collections.set(key, collection);
  const { index, vectors, documents: size } = collection;
  const queryEmbedder = createQueryEmbedder({ embedder, vectors, runtime: collection.runtime });
  const fitQueries = sets.get(name) ?? [];
  sets.set(name, fitQueries);
  for await (const { query: text, relevant } of readLines<QueryLine>(file)) {
    const query = parseQuery(text, new Date(benchTime));
    const terms = await weightTerms(index, "bench", query.terms, size);
    const { embedded: meaning } = await queryEmbedder.embed(query.text, 60_000, 0);
    const request = { tenant: "bench", query, terms, size, filter: {}, depth: 50, meaning };
    const candidates = await retrieveCandidates(index, request);
    const evidences = fuse(candidates, size);
    fitQueries.push({
      relevant,
      candidates: candidates.map(({ document: { id } }, i) => {
        const evidence = evidences[i];
        return {
          ...{ id, isRelevant: relevant.includes(id), relevance: evidence?.relevance ?? 0 },
          features: features.map((feature) => (evidence?.[feature] ?? 0) / fusionWeights[feature]),
        };
      }),
    });
  }
}

function sumOf(weights: Weights, { features: values }: FitCandidate): number {
  return values.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0);
}

/** Minimizes the softmax cross-entropy of the relevant candidates by gradient descent; every set counts the same. */
function fitWeights(fitted: readonly string[], from: Weights, steps: number): Weights {
  let weights = from;
  const sharpness = 10;
  for (let step = 0; step < steps; step++) {
    const gradient = features.map(() => 0);
    for (const name of fitted) {
      const queries = (answerable.get(name) ?? []).filter(({ candidates }) => candidates.some((one) => one.isRelevant));
      for (const { candidates } of queries) {
        const exps = candidates.map((one) => Math.exp(sharpness * sumOf(weights, one)));
        const total = exps.reduce((sum, one) => sum + one, 0);
        const relevantCount = candidates.filter((one) => one.isRelevant).length;
        for (const [i, { isRelevant, features: values }] of candidates.entries()) {
          const error = (exps[i] ?? 0) / total - (isRelevant ? 1 / relevantCount : 0);
          for (const [f, value] of values.entries())
            gradient[f] = (gradient[f] ?? 0) + (error * value) / (queries.length * fitted.length);
        }
      }
    }
    weights = weights.map((weight, i) => weight - 2 * (gradient[i] ?? 0));
  }
  return weights;
}

function ndcgOf(name: string, weights: Weights): number[] {
  return (answerable.get(name) ?? []).map(({ candidates, relevant }) => {
    const ranked = [...candidates].sort((a, b) => sumOf(weights, b) - sumOf(weights, a) || (a.id < b.id ? -1 : 1));
    return metricsOf(
      ranked.slice(0, 10).map(({ id }) => id),
      relevant,
    ).ndcg10;
  });
}

function printSets(): void {
  const percent = (values: readonly number[]) =>
    ((100 * values.reduce((sum, one) => sum + one, 0)) / Math.max(1, values.length)).toFixed(1).padStart(8);
  print(`${"set".padEnd(24)}${["keyword", "similar", "MaxSim", "fused"].map((name) => name.padStart(8)).join("")}`);
  const fromAll = fitWeights(
    names,
    features.map((feature) => fusionWeights[feature]),
    40,
  );
  for (const name of names) {
    const single = [ndcgOf(name, [0, 0, 1]), ndcgOf(name, [1, 0, 0]), ndcgOf(name, [0, 1, 0])];
    const fused = ndcgOf(
      name,
      fitWeights(
        names.filter((one) => one !== name),
        fromAll,
        10,
      ),
    );
    const better = Number(percent(single[0] ?? [])) > Number(percent(single[1] ?? [])) ? single[0] : single[1];
    const { mean, low, high } = pairedGain(fused, better ?? []);
    const gain = [mean, low, high].map((value) => `${value < 0 ? "" : "+"}${(100 * value).toFixed(1)}`);
    print(
      `${name.slice(-24).padEnd(24)}${[...single, fused].map(percent).join("")}  over the better list ${gain[0]} (${gain[1]} to ${gain[2]})`,
    );
  }
  print(`weights of all sets: ${fromAll.map((weight, i) => `${features[i]} ${weight.toFixed(2)}`)}`);
}

function printCalibration(): void {
  const first = [...sets.values()].flat().flatMap(({ candidates, relevant }) => {
    const best = candidates.reduce<FitCandidate | undefined>(
      (max, one) => (max && max.relevance >= one.relevance ? max : one),
      undefined,
    );
    return best ? [{ ...best, isAnswerable: relevant.length > 0 }] : [];
  });
  const asked = first.filter((one) => one.isAnswerable);
  let calibrationError = 0;
  print("\nscore of the first hit, how many, and how many of them are right");
  for (let bin = 0; bin < 10; bin++) {
    const inBin = asked.filter(({ relevance }) => Math.min(9, Math.floor(10 * relevance)) === bin);
    if (inBin.length === 0) continue;
    const mean = inBin.reduce((sum, { relevance }) => sum + relevance, 0) / inBin.length;
    const right = inBin.filter((one) => one.isRelevant).length / inBin.length;
    calibrationError += (Math.abs(mean - right) * inBin.length) / asked.length;
    print(`${mean.toFixed(2)}  ${String(inBin.length).padStart(4)}  ${right.toFixed(2)}`);
  }
  const silent = (isAnswerable: boolean) => {
    const some = first.filter((one) => one.isAnswerable === isAnswerable);
    return `${some.filter(({ relevance }) => relevance < 0.15).length} of ${some.length}`;
  };
  print(`expected calibration error ${calibrationError.toFixed(3)}`);
  print(`without an answer: ${silent(false)} off-topic questions, ${silent(true)} others`);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
