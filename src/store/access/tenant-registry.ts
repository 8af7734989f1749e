import type { SqlSession } from "../../engine/sql.js";

/** All tenants that a service has served. */
export interface TenantRegistry {
  enter(tenant: string): Promise<void>;
  /** Sorted by name. */
  list(): Promise<string[]>;
}

export function openTenantRegistry(sql: SqlSession): TenantRegistry {
  const registered = new Set<string>();
  return {
    async enter(tenant) {
      if (registered.has(tenant)) return;
      await sql.run("INSERT INTO served_tenants (name) VALUES (?) ON CONFLICT (name) DO NOTHING", [tenant]);
      registered.add(tenant);
    },

    list: async () =>
      (await sql.all<{ name: string }>("SELECT name FROM served_tenants ORDER BY name")).map(({ name }) => name),
  };
}
