import type { SqlSession } from "../../engine/sql.js";

/** Which tenants a service has ever served. */
export interface TenantRegistry {
  enter(tenant: string): Promise<void>;
  /** In order of their names. */
  list(): Promise<string[]>;
}

export function openTenantRegistry(sql: SqlSession): TenantRegistry {
  const known = new Set<string>();
  return {
    async enter(tenant) {
      if (known.has(tenant)) return;
      await sql.run("INSERT INTO served_tenants (name) VALUES (?) ON CONFLICT (name) DO NOTHING", [tenant]);
      known.add(tenant);
    },

    list: async () =>
      (await sql.all<{ name: string }>("SELECT name FROM served_tenants ORDER BY name")).map(({ name }) => name),
  };
}
