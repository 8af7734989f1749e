/** A log entry of context that a hook injected. */
export interface Receipt {
  readonly at: string;
  readonly agent: string;
  readonly session: string;
  readonly event: string;
  readonly folder: string;
  readonly tokens: number;
  readonly text: string;
}

/** Session id of self-tests, which write no receipts. */
export const rehearsalSession = "throughline-test";

/** An estimate of four characters per token. */
export const approximateTokens = (text: string): number => Math.ceil(text.length / 4);

export const receiptLine = (receipt: Receipt): string => `${JSON.stringify(receipt)}\n`;

/** One file per day, so that old ones can be deleted. */
export const receiptFile = (at: string): string => `${at.slice(0, 10)}.jsonl`;

/** Files older than two weeks. */
export function outdatedReceipts(names: readonly string[], at: string): string[] {
  const oldest = new Date(Date.parse(at) - 14 * 86_400_000).toISOString();
  return names.filter((name) => /^\d{4}-\d\d-\d\d\.jsonl$/.test(name) && name < receiptFile(oldest));
}
