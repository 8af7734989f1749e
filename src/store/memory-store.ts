import type { Sql, SqlRow } from "../engine/sql.js";

export type Outcome = "success" | "failure";

/** A lesson: something that worked or failed, and how far it is trusted. */
export interface Memory {
  readonly id: string;
  readonly project: string;
  readonly title: string;
  readonly content: string;
  readonly outcome: Outcome;
  readonly confidence: number;
  readonly tags: readonly string[];
  readonly author: string;
  readonly createdAt: string;
}

/** Every call names the tenant: a query without one cannot be written. */
export interface MemoryStore {
  add(tenant: string, memory: Memory): Promise<void>;
  ofProject(tenant: string, project: string): Promise<Memory[]>;
  count(tenant: string): Promise<number>;
}

export function openMemoryStore(sql: Sql): MemoryStore {
  return {
    async add(tenant, memory) {
      await sql.run(
        `INSERT INTO memories (tenant, id, project, title, content, outcome, confidence, tags, author, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [
          tenant,
          memory.id,
          memory.project,
          memory.title,
          memory.content,
          memory.outcome,
          memory.confidence,
          JSON.stringify(memory.tags),
          memory.author,
          memory.createdAt,
        ],
      );
    },

    async ofProject(tenant, project) {
      const text = "SELECT * FROM memories WHERE tenant = ? AND project = ? ORDER BY created_at DESC, id DESC";
      return (await sql.all<MemoryRow>(text, [tenant, project])).map(toMemory);
    },

    async count(tenant) {
      const rows = await sql.all<{ n: number }>("SELECT count(*) AS n FROM memories WHERE tenant = ?", [tenant]);
      return Number(rows[0]?.n ?? 0);
    },
  };
}

interface MemoryRow extends SqlRow {
  readonly id: string;
  readonly project: string;
  readonly title: string;
  readonly content: string;
  readonly outcome: Outcome;
  readonly confidence: number;
  readonly tags: string;
  readonly author: string;
  readonly created_at: string;
}

const toMemory = (row: MemoryRow): Memory => ({
  id: row.id,
  project: row.project,
  title: row.title,
  content: row.content,
  outcome: row.outcome,
  confidence: row.confidence,
  tags: JSON.parse(row.tags) as string[],
  author: row.author,
  createdAt: row.created_at,
});
