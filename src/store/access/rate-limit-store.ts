import type { SqlSession } from "../../engine/sql.js";

/** The used part of each limit, shared by all server processes. */
export type RateLimitStore = ReturnType<typeof openRateLimitStore>;

export interface RateLimitClaim {
  readonly name: string;
  readonly period: string;
  readonly amount: number;
  readonly limit: number;
}

export function openRateLimitStore(sql: SqlSession) {
  return {
    /** Reserves `amount`; false when that would exceed `limit` in the period. */
    async take(tenant: string, { name, period, amount, limit }: RateLimitClaim): Promise<boolean> {
      if (amount > limit) return false;
      const changedRows = await sql.run(
        `INSERT INTO allowances (tenant, name, period, taken) VALUES (?, ?, ?, ?)
         ON CONFLICT (tenant, name, period) DO UPDATE SET taken = allowances.taken + excluded.taken
         WHERE allowances.taken + excluded.taken <= ?`,
        [tenant, name, period, amount, limit],
      );
      return changedRows > 0;
    },

    /** Deletes periods whose name sorts before `period`, of the tenant and of its people. */
    forgetBefore: (tenant: string, name: string, period: string): Promise<number> =>
      sql.run("DELETE FROM allowances WHERE tenant = ? AND (name = ? OR name LIKE ?) AND period < ?", [
        tenant,
        name,
        `${name}/%`,
        period,
      ]),
  };
}
