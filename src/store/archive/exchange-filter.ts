import { allOf, type Condition } from "../sql-text.js";

/** Narrows a list of exchanges; every condition that is set must hold. */
export interface ExchangeFilter {
  readonly project?: string;
  readonly session?: string;
  /** ISO times, both included. */
  readonly from?: string;
  readonly to?: string;
}

/** The filter as a condition on `exchanges`, known as `e`. */
export const exchangeCondition = (tenant: string, { project, session, from, to }: ExchangeFilter): Condition =>
  allOf(
    ["e.tenant = ?", tenant],
    ["e.project = ?", project],
    ["e.session_id = ?", session],
    ["e.at >= ?", from],
    ["e.at <= ?", to],
  );
