import { type Metrics, meanOf, metricsOf } from "../retrieval/metrics.js";
import type { QueryLine } from "../../bench/support/read-set.js";

export interface FileAccuracy extends Pick<Metrics, "recall5" | "recall10" | "mrr"> {
  /** Shares of the questions with a right file among the first 1, 5 and 10. */
  readonly accuracy: readonly [number, number, number];
  /** Processor time per question. */
  readonly cpuMs: number;
}

export async function measureFiles(
  questions: readonly QueryLine[],
  rank: (query: string) => Promise<string[]> | string[],
): Promise<FileAccuracy> {
  const all: (Metrics & { readonly rank: number })[] = [];
  const before = process.cpuUsage();
  for (const { query, relevant } of questions) {
    const files = [...new Set(await rank(query))];
    const first = files.findIndex((file) => relevant.includes(file));
    all.push({ ...metricsOf(files, relevant), rank: first < 0 ? Number.POSITIVE_INFINITY : first });
  }
  const { user, system } = process.cpuUsage(before);
  const accuracy = (k: number) => all.filter((one) => one.rank < k).length / Math.max(1, all.length);
  return {
    ...meanOf(all),
    accuracy: [accuracy(1), accuracy(5), accuracy(10)],
    cpuMs: (user + system) / 1000 / Math.max(1, all.length),
  };
}
