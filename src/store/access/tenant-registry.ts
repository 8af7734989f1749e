import type { SqlSession } from "../../engine/sql.js";

/** All tenants that a service has served. */
export type TenantRegistry = ReturnType<typeof openTenantRegistry>;

export function openTenantRegistry(sql: SqlSession) {
  const registered = new Set<string>();
  return {
    async enter(tenant: string): Promise<void> {
      if (registered.has(tenant)) return;
      await sql.run("INSERT INTO served_tenants (name) VALUES (?) ON CONFLICT (name) DO NOTHING", [tenant]);
      registered.add(tenant);
    },

    /** Sorted by name. */
    list: async (): Promise<string[]> =>
      (await sql.all<{ name: string }>("SELECT name FROM served_tenants ORDER BY name")).map(({ name }) => name),
  };
}
