/** Dollars for a million tokens in and out. */
export interface Price {
  /** The beginning of the model's name. */
  readonly model: string;
  readonly tokensIn: number;
  readonly tokensOut: number;
}

/** Prices as a person writes them, `claude-sonnet=3/15`; what is none is passed over. */
export const readPrices = (written: readonly string[]): Price[] =>
  written.flatMap((text) => {
    const [, model = "", into = "", out = ""] = /^([^=]+)=([\d.]+)\/([\d.]+)$/.exec(text.trim()) ?? [];
    const price = { model, tokensIn: Number(into), tokensOut: Number(out) };
    return model && Number.isFinite(price.tokensIn + price.tokensOut) ? [price] : [];
  });

interface Spent {
  readonly model: string;
  readonly tokensIn: number;
  readonly tokensOut: number;
}

/** What a session cost in dollars; undefined when its model has no price. The longest name that fits counts. */
export function sessionCost(prices: readonly Price[], { model, tokensIn, tokensOut }: Spent): number | undefined {
  const [price] = prices.filter((one) => model.startsWith(one.model)).sort((a, b) => b.model.length - a.model.length);
  return price && (tokensIn * price.tokensIn + tokensOut * price.tokensOut) / 1_000_000;
}
