import type { Sql } from "../../engine/sql.js";

/** Computed facts about a folder or a program, by its state. */
export interface FactStore {
  read(tenant: string, path: string, kind: string, state: string): Promise<unknown>;
  save(tenant: string, fact: { path: string; kind: string; state: string; facts: unknown; at: string }): Promise<void>;
  readProbe(tenant: string, stamp: string): Promise<unknown>;
  saveProbe(tenant: string, stamp: string, facts: unknown): Promise<void>;
}

export function openFactStore(sql: Sql): FactStore {
  const first = (rows: readonly { facts: string }[]): unknown => (rows[0] ? JSON.parse(rows[0].facts) : undefined);
  return {
    read: async (tenant, path, kind, state) =>
      first(
        await sql.all<{ facts: string }>(
          "SELECT facts FROM repository_facts WHERE tenant = ? AND path = ? AND kind = ? AND state = ?",
          [tenant, path, kind, state],
        ),
      ),
    async save(tenant, { path, kind, state, facts, at }) {
      await sql.run(
        `INSERT INTO repository_facts (tenant, path, kind, state, facts, computed_at) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (tenant, path, kind) DO UPDATE
         SET state = excluded.state, facts = excluded.facts, computed_at = excluded.computed_at`,
        [tenant, path, kind, state, JSON.stringify(facts), at],
      );
    },
    readProbe: async (tenant, stamp) =>
      first(
        await sql.all<{ facts: string }>("SELECT facts FROM agent_probes WHERE tenant = ? AND stamp = ?", [
          tenant,
          stamp,
        ]),
      ),
    async saveProbe(tenant, stamp, facts) {
      await sql.run(
        `INSERT INTO agent_probes (tenant, stamp, facts) VALUES (?, ?, ?)
         ON CONFLICT (tenant, stamp) DO UPDATE SET facts = excluded.facts`,
        [tenant, stamp, JSON.stringify(facts)],
      );
    },
  };
}
