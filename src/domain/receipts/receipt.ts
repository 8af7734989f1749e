import { daysBefore } from "../../base/days.js";

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
export const smokeTestSession = "throughline-test";

export const receiptLine = (receipt: Receipt): string => `${JSON.stringify(receipt)}\n`;

/** One file per day, so that old ones can be deleted. */
export const receiptFile = (at: string): string => `${at.slice(0, 10)}.jsonl`;

/** Files older than two weeks. */
export function outdatedReceipts(names: readonly string[], at: string): string[] {
  const oldest = daysBefore(new Date(at), 14);
  return names.filter((name) => /^\d{4}-\d\d-\d\d\.jsonl$/.test(name) && name < receiptFile(oldest));
}
