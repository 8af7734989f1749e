import type { SqlSession } from "../engine/sql.js";
import { allOf, selectNumber } from "./sql-text.js";

/** Tables whose rows a server database counts as they are written. */
export type CountedKind = "memories" | "memory_tags" | "remediations" | "checkpoints";

export interface CountFilter {
  readonly kinds: readonly CountedKind[];
  /** Projects of memories, with a tag for `memory_tags`, owners of the others. */
  readonly parts?: readonly string[] | undefined;
  readonly states?: readonly string[] | undefined;
}

/** The kept number of a tenant's records; undefined where the database counts quickly enough. */
export async function keptCount(
  sql: SqlSession,
  tenant: string,
  { kinds, parts, states }: CountFilter,
): Promise<number | undefined> {
  if (!sql.dialect.isKeyedByTenant) return undefined;
  const { text, params } = allOf(
    ["tenant = ?", tenant],
    ["kind IN (?)", kinds],
    ["part IN (?)", parts],
    ["state IN (?)", states],
  );
  return selectNumber(sql, `SELECT sum(records) AS n FROM record_counts WHERE ${text}`, params);
}

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
