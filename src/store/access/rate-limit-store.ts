import type { SqlSession } from "../../engine/sql.js";
import { deleteRows } from "../rows.js";

/** The used part of each limit, shared by all server processes. */
export type RateLimitStore = ReturnType<typeof openRateLimitStore>;

export type RateLimitClaim = Readonly<Record<"name" | "period", string> & Record<"amount" | "limit", number>>;

export const openRateLimitStore = (sql: SqlSession) => ({
  /** Reserves `amount`; false when that would exceed `limit` in the period. */
  async take(tenant: string, { name, period, amount, limit }: RateLimitClaim): Promise<boolean> {
    if (amount > limit) return false;
    const text = `INSERT INTO allowances (tenant, name, period, taken) VALUES (?, ?, ?, ?)
      ON CONFLICT (tenant, name, period) DO UPDATE SET taken = allowances.taken + excluded.taken
      WHERE allowances.taken + excluded.taken <= ?`;
    return (await sql.run(text, [tenant, name, period, amount, limit])) > 0;
  },

  /** Deletes periods whose name sorts before `period`, of the tenant and of its people. */
  forgetBefore: (tenant: string, name: string, period: string): Promise<number> =>
    deleteRows(sql, "allowances", { tenant, "(name = ? OR name LIKE ?)": [name, `${name}/%`], "period <": period }),
});
