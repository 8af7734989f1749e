import type { Runtime } from "../../base/runtime.js";
import type { Sql } from "../../engine/sql.js";

/** Items injected into each session, so that none is injected twice. */
export interface InjectionStore {
  /** Of the items in order, the first `most` that the session was not given before; they count as given now. */
  take(tenant: string, session: string, items: readonly string[], max: number): Promise<ReadonlySet<string>>;
}

export function openInjectionStore(sql: Sql, runtime: Runtime): InjectionStore {
  return {
    async take(tenant, session, items, max) {
      const taken = new Set<string>();
      const at = runtime.now().toISOString();
      for (const item of items) {
        if (taken.size >= max) break;
        const isNew = await sql.run(
          `INSERT INTO injections (tenant, session_id, item, at) VALUES (?, ?, ?, ?)
           ON CONFLICT (tenant, session_id, item) DO NOTHING`,
          [tenant, session, item, at],
        );
        if (isNew > 0) taken.add(item);
      }
      return taken;
    },
  };
}
