import type { ReceiptRow } from "../../../src/surface/http/api-types.js";

/** The receipts of one session. */
export interface SessionReceipts {
  readonly session: string;
  readonly agent: string;
  readonly folder: string;
  readonly tokens: number;
  readonly receipts: readonly ReceiptRow[];
}

/** In the order of the receipts: the session with the newest one comes first. */
export function groupBySession(receipts: readonly ReceiptRow[]): SessionReceipts[] {
  const groups = new Map<string, ReceiptRow[]>();
  for (const receipt of receipts) groups.set(receipt.session, [...(groups.get(receipt.session) ?? []), receipt]);
  return [...groups].map(([session, rows]) => ({
    session,
    agent: rows[0]?.agent ?? "",
    folder: rows[0]?.folder ?? "",
    receipts: rows,
    tokens: rows.reduce((sum, { tokens }) => sum + tokens, 0),
  }));
}
