import { daysBefore } from "../../base/days.js";

/** What an agent was given without asking, and when. */
export interface Receipt {
  readonly at: string;
  readonly agent: string;
  readonly session: string;
  readonly event: string;
  readonly folder: string;
  readonly tokens: number;
  readonly text: string;
}

/** The session of a test: what it is given, no agent was given. */
export const smokeTestSession = "throughline-test";

export const receiptLine = (receipt: Receipt): string => `${JSON.stringify(receipt)}\n`;

/** One file a day, so that old ones can go. */
export const receiptFile = (at: string): string => `${at.slice(0, 10)}.jsonl`;

/** Files of more than two weeks ago. */
export function outdatedReceipts(names: readonly string[], at: string): string[] {
  const oldest = daysBefore(new Date(at), 14);
  return names.filter((name) => /^\d{4}-\d\d-\d\d\.jsonl$/.test(name) && name < receiptFile(oldest));
}
