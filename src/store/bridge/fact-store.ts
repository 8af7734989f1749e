import type { Sql } from "../../engine/sql.js";
import { selectColumn, upsertRow } from "../rows.js";
import { condition, type Where } from "../sql-text.js";

/** Computed facts about a folder or a program, by its state. */
export type FactStore = ReturnType<typeof openFactStore>;

export function openFactStore(sql: Sql) {
  const read = async (table: string, where: Where): Promise<unknown> => {
    const { text, params } = condition(where);
    const [facts] = await selectColumn(sql, `SELECT facts FROM ${table} WHERE ${text}`, params);
    return facts === undefined ? undefined : JSON.parse(facts);
  };
  return {
    read: (tenant: string, path: string, kind: string, state: string) =>
      read("repository_facts", { tenant, path, kind, state }),
    save: (
      tenant: string,
      { path, kind, state, facts, at }: { path: string; kind: string; state: string; facts: unknown; at: string },
    ): Promise<void> => {
      const values = { state, facts: JSON.stringify(facts), computed_at: at };
      return upsertRow(sql, "repository_facts", { tenant, path, kind }, values);
    },
    readProbe: (tenant: string, stamp: string) => read("agent_probes", { tenant, stamp }),
    saveProbe: (tenant: string, stamp: string, facts: unknown): Promise<void> =>
      upsertRow(sql, "agent_probes", { tenant, stamp }, { facts: JSON.stringify(facts) }),
  };
}
