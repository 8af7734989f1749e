import type { TokenCount } from "../../store/archive/session-pages.js";
import { type Price, sessionCost } from "./session-cost.js";

/** What the sessions of one agent or project used. */
export interface UsageSum {
  readonly id: string;
  readonly sessions: number;
  readonly tokens: number;
  /** US dollars; absent if no model has a price. */
  readonly cost?: number;
}

/** Sums by agent or by project, most tokens first. */
export function sumUsage(counts: readonly TokenCount[], by: "agent" | "project", prices: readonly Price[]): UsageSum[] {
  const sums = new Map<string, UsageSum>();
  for (const count of counts) {
    const id = count[by];
    const { sessions, tokens, cost: before } = sums.get(id) ?? { sessions: 0, tokens: 0 };
    const cost = sessionCost(prices, count);
    const total = cost === undefined ? before : (before ?? 0) + cost;
    sums.set(id, {
      id,
      sessions: sessions + count.sessions,
      tokens: tokens + count.tokensIn + count.tokensOut,
      ...(total === undefined ? {} : { cost: total }),
    });
  }
  return [...sums.values()].sort((a, b) => b.tokens - a.tokens || b.sessions - a.sessions || (a.id < b.id ? -1 : 1));
}
