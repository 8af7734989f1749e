import { daysBefore } from "../../base/days.js";

/** What became of an event at which a hook may answer. */
export type HookResult = "given" | "empty" | "missed";

/** What an agent received without asking, and when; or that it received nothing, and why. */
export interface Receipt {
  readonly at: string;
  readonly agent: string;
  readonly session: string;
  readonly event: string;
  readonly folder: string;
  readonly tokens: number;
  readonly text: string;
  /** Absent in receipts of earlier versions, which recorded only what was given. */
  readonly result?: HookResult;
  /** Why nothing was given although there may have been something. */
  readonly reason?: string;
}

/** The session of a smoke test: no agent received what it was given. */
export const smokeTestSession = "throughline-test";

export const receiptLine = (receipt: Receipt): string => `${JSON.stringify(receipt)}\n`;

/** One file a day, so that old ones can be deleted. */
export const receiptFile = (at: string): string => `${at.slice(0, 10)}.jsonl`;

/** Days for which receipts are kept. */
export const receiptDays = 14;

export function outdatedReceipts(names: readonly string[], at: string): string[] {
  const oldest = daysBefore(new Date(at), receiptDays);
  return names.filter((name) => /^\d{4}-\d\d-\d\d\.jsonl$/.test(name) && name < receiptFile(oldest));
}
