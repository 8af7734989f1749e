import type { TokenCount } from "../../store/archive/session-pages.js";

/** Dollars for a million tokens in and out. */
export interface Price {
  /** Prefix of the model's name. */
  readonly model: string;
  readonly tokensIn: number;
  readonly tokensOut: number;
}

/** Parses prices such as `claude-sonnet=3/15`; skips invalid ones. */
export const readPrices = (texts: readonly string[]): Price[] =>
  texts.flatMap((text) => {
    const [, model = "", input = "", output = ""] = /^([^=]+)=([\d.]+)\/([\d.]+)$/.exec(text.trim()) ?? [];
    const price = { model, tokensIn: Number(input), tokensOut: Number(output) };
    return model && Number.isFinite(price.tokensIn + price.tokensOut) ? [price] : [];
  });

/** The cost of a session in dollars; undefined if its model has no price. The longest matching prefix wins. */
export function sessionCost(prices: readonly Price[], { model, tokensIn, tokensOut }: Price): number | undefined {
  const [price] = prices.filter((one) => model.startsWith(one.model)).sort((a, b) => b.model.length - a.model.length);
  return price && (tokensIn * price.tokensIn + tokensOut * price.tokensOut) / 1_000_000;
}

/** What the sessions of one agent or project used. */
interface UsageSum {
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
