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

interface TokenUsage {
  readonly model: string;
  readonly tokensIn: number;
  readonly tokensOut: number;
}

/** The cost of a session in dollars; undefined if its model has no price. The longest matching prefix wins. */
export function sessionCost(prices: readonly Price[], { model, tokensIn, tokensOut }: TokenUsage): number | undefined {
  const [price] = prices.filter((one) => model.startsWith(one.model)).sort((a, b) => b.model.length - a.model.length);
  return price && (tokensIn * price.tokensIn + tokensOut * price.tokensOut) / 1_000_000;
}
