import type { SqlSession } from "../../engine/sql.js";
import { insertNew, selectColumn } from "../rows.js";

/** All tenants that a service has served. */
export type TenantRegistry = ReturnType<typeof openTenantRegistry>;

export function openTenantRegistry(sql: SqlSession) {
  const registered = new Set<string>();
  return {
    async enter(tenant: string): Promise<void> {
      if (registered.has(tenant)) return;
      await insertNew(sql, "served_tenants", { name: tenant });
      registered.add(tenant);
    },

    /** Sorted by name. */
    list: () => selectColumn(sql, "SELECT name FROM served_tenants ORDER BY name"),
  };
}
