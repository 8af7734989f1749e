export interface Metrics {
  readonly recall5: number;
  readonly recall10: number;
  readonly ndcg10: number;
  readonly mrr: number;
}

/** Metrics of one query. `results` are ids, best first. Recall is the share of the relevant ones among them. */
export function metricsOf(results: readonly string[], relevant: readonly string[]): Metrics {
  const relevantIds = new Set(relevant);
  const recall = (k: number) =>
    results.slice(0, k).filter((id) => relevantIds.has(id)).length / Math.min(k, relevantIds.size || 1);
  const gains = results.slice(0, 10).map((id, i) => (relevantIds.has(id) ? 1 / Math.log2(i + 2) : 0));
  const ideal = Array.from({ length: Math.min(10, relevantIds.size) }, (_, i) => 1 / Math.log2(i + 2));
  const first = results.findIndex((id) => relevantIds.has(id));
  return {
    recall5: recall(5),
    recall10: recall(10),
    ndcg10: sum(gains) / (sum(ideal) || 1),
    mrr: first < 0 ? 0 : 1 / (first + 1),
  };
}

export function meanOf(all: readonly Metrics[]): Metrics {
  const mean = (name: keyof Metrics) => sum(all.map((one) => one[name])) / Math.max(1, all.length);
  return { recall5: mean("recall5"), recall10: mean("recall10"), ndcg10: mean("ndcg10"), mrr: mean("mrr") };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
