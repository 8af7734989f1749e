import type { ReceiptRow } from "../../../src/surface/http/api-types.js";

/** All that one session was given. */
export interface GivenSession {
  readonly session: string;
  readonly agent: string;
  readonly folder: string;
  readonly tokens: number;
  readonly receipts: readonly ReceiptRow[];
}

/** In the order of the receipts: the session that was given something last comes first. */
export function bySession(receipts: readonly ReceiptRow[]): GivenSession[] {
  const groups = new Map<string, ReceiptRow[]>();
  for (const receipt of receipts) groups.set(receipt.session, [...(groups.get(receipt.session) ?? []), receipt]);
  return [...groups].map(([session, rows]) => ({
    ...{ session, agent: rows[0]?.agent ?? "", folder: rows[0]?.folder ?? "", receipts: rows },
    tokens: rows.reduce((sum, { tokens }) => sum + tokens, 0),
  }));
}
