import type { Runtime } from "../../base/runtime.js";
import type { Sql } from "../../engine/sql.js";

/** Items injected into each session, so that none is injected twice. */
export interface InjectionStore {
  /** Returns the first `max` items that were not injected into the session before, and records them as injected. */
  claim(tenant: string, session: string, items: readonly string[], max: number): Promise<ReadonlySet<string>>;
}

export function openInjectionStore(sql: Sql, runtime: Runtime): InjectionStore {
  return {
    async claim(tenant, session, items, max) {
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
