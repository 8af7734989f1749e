import type { SqlSession } from "../engine/sql.js";
import { sqlPlaceholders } from "./sql-placeholders.js";

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
  const lists = Object.entries({ kind: kinds, part: parts, state: states }).flatMap(([name, values]) =>
    values === undefined ? [] : [{ name, values }],
  );
  const where = lists.map(({ name, values }) => ` AND ${name} IN (${sqlPlaceholders(values)})`).join("");
  const [row] = await sql.all<{ n: number }>(
    `SELECT coalesce(sum(records), 0) AS n FROM record_counts WHERE tenant = ?${where}`,
    [tenant, ...lists.flatMap(({ values }) => values)],
  );
  return Number(row?.n ?? 0);
}
