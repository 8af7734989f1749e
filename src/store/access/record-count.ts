import type { SqlSession } from "../../engine/sql.js";
import { type CountedKind, keptCount } from "../record-counts.js";
import { selectNumber } from "../sql-text.js";

/** Counts the records that a tenant's users wrote, without what is derived from them. */
export type CountRecords = (tenant: string) => Promise<number>;

const kinds: readonly CountedKind[] = ["memories", "remediations", "checkpoints"];
const text = `SELECT ${kinds.map((kind) => `(SELECT count(*) FROM ${kind} WHERE tenant = ?)`).join(" + ")} AS n`;

export function openRecordCount(sql: SqlSession): CountRecords {
  return async (tenant) => {
    const kept = await keptCount(sql, tenant, { kinds });
    if (kept !== undefined) return kept;
    const tenants = kinds.map(() => tenant);
    return selectNumber(sql, text, tenants);
  };
}
