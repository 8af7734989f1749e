import { fusionWeights } from "../../src/domain/search/rank/fuse.js";
import { bootstrap, pairedGain } from "./bootstrap.js";
import { type FitCandidate, type FitQuery, type FitSets, features } from "./fit-candidates.js";
import { metricsOf } from "./metrics.js";

type Weights = readonly number[];
type Score = (candidate: FitCandidate) => number;

const shipped: Weights = features.map((feature) => fusionWeights[feature]);
const sharpness = 10;

/** Prints, for each set, NDCG@10 of the single lists and of the fusion with weights fitted on the other sets. */
export function printLeaveOneOut({ fitted, exam }: FitSets, print: (line: string) => void): void {
  const answerable = new Map([...fitted].filter(([, queries]) => queries.some(({ relevant }) => relevant.length > 0)));
  // Questions in a script that the model cannot read are answered by keywords alone: they say nothing about the weights.
  const isRead = (queries: readonly FitQuery[]) =>
    queries.some(({ candidates }) => candidates.some(({ similarity }) => similarity > -1));
  const readSets = [...answerable.values()].filter(isRead);
  const fromAll = fitWeights(readSets, shipped, 40);
  const means: number[] = [];
  print(`\n== NDCG@10 with weights of the other sets\n${header}`);
  for (const [name, queries] of answerable) {
    const others = readSets.filter((other) => other !== queries);
    means.push(printRow(name, queries, fitWeights(others, fromAll, 10), print));
  }
  print(`mean of ${means.length} sets left out ${percent(means)}`);
  print(`weights of all sets: ${fromAll.map((weight, i) => `${features[i]} ${weight.toFixed(2)}`).join(", ")}`);
  print(`\n== NDCG@10 of the exam with the product's weights\n${header}`);
  for (const [name, queries] of exam) {
    if (queries.some(({ relevant }) => relevant.length > 0)) printRow(name, queries, shipped, print);
  }
}

const header = `${"set".padEnd(20)}${["n", "keyword", "similar", "MaxSim", "fused"].map((name) => name.padStart(8)).join("")}`;

function printRow(name: string, queries: readonly FitQuery[], weights: Weights, print: (line: string) => void): number {
  const byKeyword = ndcgOf(queries, ({ bm25 }) => bm25);
  const bySimilarity = ndcgOf(queries, ({ similarity }) => similarity);
  const byMaxSim = ndcgOf(queries, ({ maxSim }) => maxSim);
  const fused = ndcgOf(queries, (one) => sumOf(weights, one));
  const { mean, low, high } = bootstrap(fused);
  const better = bootstrap(byKeyword).mean > bootstrap(bySimilarity).mean ? byKeyword : bySimilarity;
  const gain = pairedGain(fused, better);
  const signed = [gain.mean, gain.low, gain.high].map((value) => `${value < 0 ? "" : "+"}${(100 * value).toFixed(1)}`);
  const columns = [String(queries.length).padStart(8), ...[byKeyword, bySimilarity, byMaxSim, fused].map(percent)];
  const interval = `±${(50 * (high - low)).toFixed(1).padStart(4)}`;
  const against = `over the better list ${signed[0]} (${signed[1]} to ${signed[2]})`;
  print(`${name.padEnd(20)}${columns.join("")} ${interval}  ${against}`);
  return mean;
}

const percent = (values: readonly number[]) =>
  ((100 * values.reduce((sum, one) => sum + one, 0)) / Math.max(1, values.length)).toFixed(1).padStart(8);

function sumOf(weights: Weights, { features: values }: FitCandidate): number {
  return values.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0);
}

/** Minimizes the softmax cross-entropy of the relevant candidates by gradient descent; every set counts the same. */
function fitWeights(sets: readonly (readonly FitQuery[])[], from: Weights, steps: number): Weights {
  let weights = from;
  for (let step = 0; step < steps; step++) {
    const gradient = features.map(() => 0);
    for (const set of sets) {
      const queries = set.filter(({ candidates }) => candidates.some((one) => one.isRelevant));
      for (const { candidates } of queries) {
        const exps = candidates.map((one) => Math.exp(sharpness * sumOf(weights, one)));
        const total = exps.reduce((sum, one) => sum + one, 0);
        const relevantCount = candidates.filter((one) => one.isRelevant).length;
        for (const [i, { isRelevant, features: values }] of candidates.entries()) {
          const error = (exps[i] ?? 0) / total - (isRelevant ? 1 / relevantCount : 0);
          for (const [f, value] of values.entries())
            gradient[f] = (gradient[f] ?? 0) + (error * value) / (queries.length * sets.length);
        }
      }
    }
    weights = weights.map((weight, i) => weight - 2 * (gradient[i] ?? 0));
  }
  return weights;
}

function ndcgOf(queries: readonly FitQuery[], scoreOf: Score): number[] {
  return queries
    .filter(({ relevant }) => relevant.length > 0)
    .map(({ candidates, relevant }) => {
      const ranked = candidates.toSorted((a, b) => scoreOf(b) - scoreOf(a) || (a.id < b.id ? -1 : 1));
      const ids = ranked.slice(0, 10).map(({ id }) => id);
      return metricsOf(ids, relevant).ndcg10;
    });
}
