import type { Runtime } from "../../base/runtime.js";
import type { Sql } from "../../engine/sql.js";
import { insertNew, selectColumn } from "../rows.js";

/** Items injected into each session, so that none is injected twice. */
export type InjectionStore = ReturnType<typeof openInjectionStore>;

export const openInjectionStore = (sql: Sql, runtime: Runtime) => ({
  /** Items that the session has received. */
  async received(tenant: string, session: string): Promise<ReadonlySet<string>> {
    const text = "SELECT item FROM injections WHERE tenant = ? AND session_id = ?";
    return new Set(await selectColumn(sql, text, [tenant, session]));
  },

  /** Of the items in order, the first `max` that the session has not received; they count as received now. */
  async claim(tenant: string, session: string, items: readonly string[], max: number): Promise<ReadonlySet<string>> {
    const claimed = new Set<string>();
    const at = runtime.now().toISOString();
    for (const item of items) {
      if (claimed.size >= max) break;
      if (await insertNew(sql, "injections", { tenant, session_id: session, item, at })) claimed.add(item);
    }
    return claimed;
  },
});
