import type { CodeHit } from "../../src/domain/code/code-hits.js";
import type { SymbolQuestion } from "./documented-symbols.js";

/** Shares of the questions among the first 1, 5 and 10 hits. */
export type Shares = readonly [number, number, number];

export interface SymbolAccuracy {
  /** A hit, or a further place of one, is the function. */
  readonly symbol: Shares;
  /** A hit itself is the function. */
  readonly shown: Shares;
  /** A hit is in its file. */
  readonly file: Shares;
  /** Processor time per question. */
  readonly cpuMs: number;
}

export async function measureSymbols(
  questions: readonly SymbolQuestion[],
  ask: (query: string) => Promise<readonly CodeHit[]>,
): Promise<SymbolAccuracy> {
  const before = process.cpuUsage();
  const ranks: { readonly symbol: number; readonly shown: number; readonly file: number }[] = [];
  for (const { query, path, symbol } of questions) {
    const hits = await ask(query);
    const isMeant = (one: Pick<CodeHit, "symbol">) => one.symbol === symbol;
    ranks.push({
      symbol: hits.findIndex((hit) => hit.path === path && [hit, ...hit.also].some(isMeant)),
      shown: hits.findIndex((hit) => hit.path === path && isMeant(hit)),
      file: hits.findIndex((hit) => hit.path === path),
    });
  }
  const { user, system } = process.cpuUsage(before);
  const shares = (of: "symbol" | "shown" | "file"): Shares => {
    const within = (k: number) =>
      ranks.filter((rank) => rank[of] >= 0 && rank[of] < k).length / Math.max(1, ranks.length);
    return [within(1), within(5), within(10)];
  };
  const cpuMs = (user + system) / 1000 / Math.max(1, questions.length);
  return { symbol: shares("symbol"), shown: shares("shown"), file: shares("file"), cpuMs };
}
