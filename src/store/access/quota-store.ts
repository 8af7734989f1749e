import type { Sql, SqlSession } from "../../engine/sql.js";
import { deleteRows, selectColumn, upsertRow } from "../rows.js";

/** Quotas of tenants that have their own. */
export type QuotaStore = ReturnType<typeof openQuotaStore>;

export const openQuotaStore = (sql: Sql) => ({
  /** Undefined where the tenant has none of its own; 0 means no limit. */
  read: async (tenant: string): Promise<number | undefined> =>
    (await selectColumn<number>(sql, "SELECT records FROM tenant_quotas WHERE tenant = ?", [tenant]))[0],

  /** `undefined` removes it; `alongside` writes in the same transaction. */
  write: (tenant: string, records: number | undefined, alongside: (session: SqlSession) => Promise<void>) =>
    sql.transaction(async (session) => {
      if (records === undefined) await deleteRows(session, "tenant_quotas", { tenant });
      else await upsertRow(session, "tenant_quotas", { tenant }, { records });
      await alongside(session);
    }),
});
