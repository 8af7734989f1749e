import type { Sql, SqlValue } from "../../src/engine/sql.js";
import { inTenant } from "../../src/engine/tenant-scope.js";

interface Column {
  readonly name: string;
  readonly type: string;
}

/** Every table that has a tenant, with its required columns. */
async function tenantTables(owner: Sql): Promise<Map<string, Column[]>> {
  const rows = await owner.all<{ table_name: string; column_name: string; udt_name: string }>(
    `SELECT c.table_name, c.column_name, c.udt_name FROM information_schema.columns c
     WHERE c.table_schema = current_schema() AND EXISTS (SELECT 1 FROM information_schema.columns t
       WHERE t.table_schema = c.table_schema AND t.table_name = c.table_name AND t.column_name = 'tenant')
     ORDER BY c.table_name, c.ordinal_position`,
  );
  const tables = new Map<string, Column[]>();
  for (const { table_name, column_name, udt_name } of rows) {
    tables.set(table_name, [...(tables.get(table_name) ?? []), { name: column_name, type: udt_name }]);
  }
  return tables;
}

/** A value of each type, different for each tenant. */
function valueFor({ name, type }: Column, tenant: string): SqlValue {
  if (name === "tenant") return tenant;
  if (type === "text") return `canary of ${tenant}`;
  if (type === "bytea") return Buffer.from(`canary of ${tenant}`);
  if (type === "tsvector") return "'canary'";
  if (type === "halfvec") return "[1,0,0]";
  return tenant.length;
}

const insertText = (table: string, columns: readonly Column[]) =>
  `INSERT INTO ${table} (${columns.map(({ name }) => name).join(", ")})
   VALUES (${columns.map(({ type }) => `CAST(? AS ${type})`).join(", ")})`;

/** Writes one row for each tenant into every table, as the owner. */
export async function plantCanaries(owner: Sql, tenants: readonly string[]): Promise<readonly string[]> {
  const tables = await tenantTables(owner);
  // Foreign keys: a row may need a row of another table.
  const names = [...tables.keys()].sort((a, b) => Number(a === "search_places") - Number(b === "search_places"));
  for (const tenant of tenants) {
    for (const table of names) {
      const columns = tables.get(table) ?? [];
      const values = columns.map((column) => valueFor(column, tenant));
      await inTenant(tenant, () => owner.run(insertText(table, columns), values));
    }
  }
  return names;
}

/** What `thief` can do to rows of `victim` in every table, or in one, through statements that omit or forge the tenant. */
export async function attackTables(
  { service, owner }: { readonly service: Sql; readonly owner: Sql },
  thief: string,
  victim: string,
  only?: string,
): Promise<string[]> {
  const breaches: string[] = [];
  for (const [table, columns] of await tenantTables(owner)) {
    if (only !== undefined && table !== only) continue;
    const attempts: Record<string, () => Promise<boolean>> = {
      reads: async () => (await service.all(`SELECT tenant FROM ${table}`)).some((row) => row.tenant !== thief),
      "reads by name": async () =>
        (await service.all(`SELECT 1 AS x FROM ${table} WHERE tenant = ?`, [victim])).length > 0,
      counts: async () => {
        const [row] = await service.all<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE tenant <> ?`, [thief]);
        return Number(row?.n) > 0;
      },
      changes: async () => (await service.run(`UPDATE ${table} SET tenant = tenant WHERE tenant = ?`, [victim])) > 0,
      "takes over": async () =>
        (await service.run(`UPDATE ${table} SET tenant = ? WHERE tenant = ?`, [thief, victim])) > 0,
      "hands over": async () => (await service.run(`UPDATE ${table} SET tenant = ?`, ["stranger"])) > 0,
      deletes: async () => (await service.run(`DELETE FROM ${table} WHERE tenant = ?`, [victim])) > 0,
      plants: async () =>
        (await service.run(
          insertText(table, columns),
          columns.map((column) => valueFor(column, "stranger")),
        )) > 0,
    };
    for (const [name, attempt] of Object.entries(attempts)) {
      const worked = await inTenant(thief, () => attempt().catch(() => false));
      if (worked) breaches.push(`${table}: ${thief} ${name}`);
    }
  }
  return breaches;
}
