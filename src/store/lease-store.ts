import type { Runtime } from "../base/runtime.js";
import type { Sql } from "../engine/sql.js";

/** Leases for background work: at most one holder at a time, and another process takes over after the holder ended. */
export type LeaseStore = ReturnType<typeof openLeaseStore>;

export function openLeaseStore(sql: Sql, runtime: Runtime) {
  return {
    /** True when `holder` has the lease, newly or still. Call it again before it expires to renew it. */
    async take(name: string, holder: string, forMs: number): Promise<boolean> {
      const now = runtime.now();
      const end = new Date(now.getTime() + forMs).toISOString();
      const changedRows = await sql.run(
        `INSERT INTO leases (name, holder, expires_at) VALUES (?, ?, ?)
         ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
         WHERE leases.holder = excluded.holder OR leases.expires_at <= ?`,
        [name, holder, end, now.toISOString()],
      );
      return changedRows > 0;
    },

    release: (name: string, holder: string) =>
      sql.run("DELETE FROM leases WHERE name = ? AND holder = ?", [name, holder]),
  };
}
