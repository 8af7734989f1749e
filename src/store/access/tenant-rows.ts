import type { Sql, SqlRow, SqlSession } from "../../engine/sql.js";
import { columnsOf } from "../all-rows.js";
import { deleteRows, selectColumn, updateRows } from "../rows.js";
import { removeDocuments } from "../search/search-writer.js";

/** All rows of one tenant, in whatever table they are. */
export type TenantRows = ReturnType<typeof openTenantRows>;

const derived = /^(search_\w+|embedding_queue|record_counts|memory_tags|remote_copies|allowances|answered_requests)$/;

export function openTenantRows(sql: Sql) {
  const tables = async () => {
    const names: string[] = [];
    for (const name of await selectColumn(sql, sql.dialect.listTables))
      if ((await columnsOf(sql, name)).columns.includes("tenant")) names.push(name);
    return names;
  };

  return {
    /** What people wrote and what was noted about it, by table; without what is derived from it. */
    async read(tenant: string): Promise<ReadonlyMap<string, readonly SqlRow[]>> {
      const rows = new Map<string, readonly SqlRow[]>();
      for (const table of (await tables()).filter((name) => !derived.test(name)))
        rows.set(table, await sql.all(`SELECT * FROM ${table} WHERE tenant = ?`, [tenant]));
      return rows;
    },

    /** Deletes everything except the audit log, and revokes the tenant's tokens; returns how many rows were deleted. */
    async remove(tenant: string, at: string, alongside: (session: SqlSession) => Promise<void>): Promise<number> {
      const names = (await tables()).filter((name) => name !== "audit_log").sort(countsLast);
      return sql.transaction(async (session) => {
        // Words and vectors have no tenant in a file of one machine.
        const documents = "SELECT id FROM search_documents WHERE tenant = ?";
        await removeDocuments(session, tenant, await selectColumn(session, documents, [tenant]));
        let removed = 0;
        for (const name of names) removed += await deleteRows(session, name, { tenant });
        await updateRows(session, "access_tokens", { of_tenant: tenant, revoked_at: "" }, { revoked_at: at });
        await deleteRows(session, "served_tenants", { name: tenant });
        await alongside(session);
        return removed;
      });
    },
  };
}

/** Triggers keep counts, also of what is deleted. */
const countsLast = (a: string, b: string) => Number(isCount(a)) - Number(isCount(b));
const isCount = (table: string) => table.endsWith("_counts");
