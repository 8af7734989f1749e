import type { SqlSession } from "../../engine/sql.js";

/** The used part of each limit, shared by all server processes. */
export interface RateLimitStore {
  /** Reserves `amount`; false when that would exceed `limit` in the period. */
  take(tenant: string, claim: RateLimitClaim): Promise<boolean>;
  /** Deletes periods whose name sorts before `period`, of the tenant and of its people. */
  forgetBefore(tenant: string, name: string, period: string): Promise<number>;
}

export interface RateLimitClaim {
  readonly name: string;
  readonly period: string;
  readonly amount: number;
  readonly limit: number;
}

export function openRateLimitStore(sql: SqlSession): RateLimitStore {
  return {
    async take(tenant, { name, period, amount, limit }) {
      if (amount > limit) return false;
      const changedRows = await sql.run(
        `INSERT INTO allowances (tenant, name, period, taken) VALUES (?, ?, ?, ?)
         ON CONFLICT (tenant, name, period) DO UPDATE SET taken = allowances.taken + excluded.taken
         WHERE allowances.taken + excluded.taken <= ?`,
        [tenant, name, period, amount, limit],
      );
      return changedRows > 0;
    },

    forgetBefore: (tenant, name, period) =>
      sql.run("DELETE FROM allowances WHERE tenant = ? AND (name = ? OR name LIKE ?) AND period < ?", [
        ...[tenant, name, `${name}/%`, period],
      ]),
  };
}
