import { daysBefore } from "../../base/days.js";

/** Whether a hook that may inject context did: yes, had none, or failed. */
export type HookResult = "given" | "empty" | "missed";

/** Context that a hook injected, and when; or why it injected none. */
export interface Receipt {
  readonly at: string;
  readonly agent: string;
  readonly session: string;
  readonly event: string;
  readonly folder: string;
  readonly tokens: number;
  readonly text: string;
  /** Absent in receipts of earlier versions, which recorded only injected context. */
  readonly result?: HookResult;
  /** Ids of the memories that it has. */
  readonly records?: readonly string[];
  /** Why nothing was injected although there may have been context. */
  readonly reason?: string;
}

/** Session id of smoke tests, whose context no agent received. */
export const smokeTestSession = "throughline-test";

export const receiptLine = (receipt: Receipt): string => `${JSON.stringify(receipt)}\n`;

/** One file a day, so that old ones can be deleted. */
export const receiptFile = (at: string): string => `${at.slice(0, 10)}.jsonl`;

export const receiptDays = 14;

export function outdatedReceipts(names: readonly string[], at: string): string[] {
  const oldest = daysBefore(new Date(at), receiptDays);
  return names.filter((name) => /^\d{4}-\d\d-\d\d\.jsonl$/.test(name) && name < receiptFile(oldest));
}
