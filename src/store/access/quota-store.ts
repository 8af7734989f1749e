import type { Sql, SqlSession } from "../../engine/sql.js";

/** Quotas of tenants that have their own. */
export interface QuotaStore {
  /** Undefined where the tenant has none of its own; 0 means no limit. */
  read(tenant: string): Promise<number | undefined>;
  /** `undefined` removes it; `alongside` writes in the same transaction. */
  write(tenant: string, records: number | undefined, alongside: (session: SqlSession) => Promise<void>): Promise<void>;
}

export const openQuotaStore = (sql: Sql): QuotaStore => ({
  async read(tenant) {
    const text = "SELECT records FROM tenant_quotas WHERE tenant = ?";
    const [row] = await sql.all<{ records: number }>(text, [tenant]);
    return row && Number(row.records);
  },
  write: (tenant, records, alongside) =>
    sql.transaction(async (session) => {
      if (records === undefined) await session.run("DELETE FROM tenant_quotas WHERE tenant = ?", [tenant]);
      else
        await session.run(
          `INSERT INTO tenant_quotas (tenant, records) VALUES (?, ?)
             ON CONFLICT (tenant) DO UPDATE SET records = excluded.records`,
          [tenant, records],
        );
      await alongside(session);
    }),
});
