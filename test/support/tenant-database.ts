import { fixedRuntime } from "../../src/base/runtime.js";
import { openPostgres } from "../../src/engine/postgres/open-postgres.js";
import type { Sql } from "../../src/engine/sql.js";
import { currentTenant } from "../../src/engine/tenant-scope.js";
import { migrate } from "../../src/store/migrate.js";
import { migrations } from "../../src/store/migrations/index.js";
import type { PostgresServer } from "./postgres-server.js";

/** A database as a service uses it: one role owns the tables, another serves tenants and cannot bypass policies. */
export interface TenantDatabase {
  /** Sees everything, because policies do not bind the owner of the tables. */
  readonly owner: Sql;
  /** The connection that the product uses. */
  readonly service: Sql;
  readonly ownerUrl: string;
  readonly serviceUrl: string;
  readonly serviceRole: string;
  /** For the superuser. */
  readonly rootUrl: string;
  close(): Promise<void>;
}

const tenant = () => currentTenant() ?? "";

export async function openTenantDatabase(server: PostgresServer, connections = 4): Promise<TenantDatabase> {
  const root = await server.freshDatabase();
  const name = new URL(root).pathname.slice(1);
  const [ownerRole, serviceRole] = [`${name}_owner`, `${name}_service`];
  await server.run(
    root,
    `CREATE ROLE ${ownerRole} LOGIN PASSWORD 'owner'`,
    `CREATE ROLE ${serviceRole} LOGIN PASSWORD 'service' NOSUPERUSER NOBYPASSRLS`,
    `ALTER DATABASE ${name} OWNER TO ${ownerRole}`,
    `GRANT ALL ON SCHEMA public TO ${ownerRole}`,
    // On most servers only a superuser may create the extension.
    "DO $$ BEGIN CREATE EXTENSION vector; EXCEPTION WHEN OTHERS THEN NULL; END $$",
  );
  const urlFor = (role: string, password: string) => {
    const url = new URL(root);
    [url.username, url.password] = [role, password];
    return url.href;
  };
  const [ownerUrl, serviceUrl] = [urlFor(ownerRole, "owner"), urlFor(serviceRole, "service")];
  const owner = await openPostgres(ownerUrl, { tenant, connections: 2 });
  await migrate(owner, fixedRuntime(), migrations);
  await server.run(ownerUrl, `SELECT throughline_admit('${serviceRole}')`);
  const service = await openPostgres(serviceUrl, { tenant, connections });
  return {
    owner,
    service,
    ownerUrl,
    serviceUrl,
    serviceRole,
    rootUrl: root,
    async close() {
      await service.close();
      await owner.close();
    },
  };
}
