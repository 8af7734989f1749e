import type { SqlSession } from "../engine/sql.js";
import { countRows, selectNumber } from "./rows.js";
import { condition } from "./sql-text.js";

/** Tables whose rows a server database counts as they are written. */
type CountedKind = "memories" | "memory_tags" | "remediations" | "checkpoints";

export interface CountFilter {
  readonly kinds: readonly CountedKind[];
  /** Projects of memories, with a tag for `memory_tags`, owners of the others. */
  readonly parts?: readonly string[] | undefined;
  readonly states?: readonly string[] | undefined;
}

/** The kept number of a tenant's records; undefined where the database counts quickly enough. */
export async function keptCount(sql: SqlSession, tenant: string, { kinds, parts, states }: CountFilter) {
  if (!sql.dialect.isKeyedByTenant) return undefined;
  const { text, params } = condition({ tenant, kind: kinds, part: parts, state: states });
  return selectNumber(sql, `SELECT sum(records) AS n FROM record_counts WHERE ${text}`, params);
}

/** Counts the records that a tenant's users wrote, without what is derived from them. */
export type CountRecords = ReturnType<typeof openRecordCount>;

const written = ["memories", "remediations", "checkpoints"] as const;

export const openRecordCount =
  (sql: SqlSession) =>
  async (tenant: string): Promise<number> => {
    const kept = await keptCount(sql, tenant, { kinds: written });
    if (kept !== undefined) return kept;
    const counts = await Promise.all(written.map((kind) => countRows(sql, kind, { tenant })));
    return counts.reduce((sum, count) => sum + count);
  };

/** Removes counts of what no record has any more: their keys are projects and tags. */
export async function dropEmptyCounts(sql: SqlSession, tenant: string): Promise<void> {
  if (!sql.dialect.isKeyedByTenant) return;
  // Locked, because another transaction may be adding to a row; what it adds to a new row stays.
  await sql.run(
    `WITH locked AS (
       SELECT kind, part, state, slot, records FROM record_counts WHERE tenant = ? AND (kind, part, state) IN
       (SELECT kind, part, state FROM record_counts WHERE tenant = ? GROUP BY 1, 2, 3 HAVING sum(records) = 0)
       ORDER BY kind, part, state, slot FOR UPDATE),
     unused AS (SELECT kind, part, state FROM locked GROUP BY 1, 2, 3 HAVING sum(records) = 0)
     DELETE FROM record_counts c USING unused u, locked l WHERE c.tenant = ? AND c.slot = l.slot
       AND c.kind = u.kind AND c.part = u.part AND c.state = u.state
       AND l.kind = u.kind AND l.part = u.part AND l.state = u.state`,
    [tenant, tenant, tenant],
  );
}
