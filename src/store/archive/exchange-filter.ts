import type { SqlValue } from "../../engine/sql.js";

/** Narrows a list of exchanges; every condition that is set must hold. */
export interface ExchangeFilter {
  readonly project?: string;
  readonly session?: string;
  /** ISO times, both included. */
  readonly from?: string;
  readonly to?: string;
}

/** The filter as a condition on `exchanges`, known as `e`. */
export function exchangeConditions(tenant: string, filter: ExchangeFilter): { where: string; params: SqlValue[] } {
  const parts: [string, SqlValue][] = [["e.tenant = ?", tenant]];
  if (filter.project !== undefined) parts.push(["e.project = ?", filter.project]);
  if (filter.session !== undefined) parts.push(["e.session_id = ?", filter.session]);
  if (filter.from !== undefined) parts.push(["e.at >= ?", filter.from]);
  if (filter.to !== undefined) parts.push(["e.at <= ?", filter.to]);
  return { where: parts.map(([text]) => text).join(" AND "), params: parts.map(([, value]) => value) };
}
