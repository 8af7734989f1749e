import type { Runtime } from "../../base/runtime.js";
import type { Sql } from "../../engine/sql.js";

/** Items injected into each session, so that none is injected twice. */
export type InjectionStore = ReturnType<typeof openInjectionStore>;

export function openInjectionStore(sql: Sql, runtime: Runtime) {
  return {
    /** Items that the session has received. */
    async received(tenant: string, session: string): Promise<ReadonlySet<string>> {
      const rows = await sql.all<{ item: string }>("SELECT item FROM injections WHERE tenant = ? AND session_id = ?", [
        tenant,
        session,
      ]);
      return new Set(rows.map(({ item }) => item));
    },

    /** Of the items in order, the first `max` that the session has not received; they count as received now. */
    async claim(tenant: string, session: string, items: readonly string[], max: number): Promise<ReadonlySet<string>> {
      const claimed = new Set<string>();
      const at = runtime.now().toISOString();
      for (const item of items) {
        if (claimed.size >= max) break;
        const isNew = await sql.run(
          `INSERT INTO injections (tenant, session_id, item, at) VALUES (?, ?, ?, ?)
           ON CONFLICT (tenant, session_id, item) DO NOTHING`,
          [tenant, session, item, at],
        );
        if (isNew > 0) claimed.add(item);
      }
      return claimed;
    },
  };
}
