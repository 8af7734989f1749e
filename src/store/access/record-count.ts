import type { SqlSession } from "../../engine/sql.js";

/** How many records a tenant keeps that somebody recorded; what is derived from them does not count. */
export type CountRecords = (tenant: string) => Promise<number>;

const kinds = ["memories", "remediations", "checkpoints"];
const text = `SELECT ${kinds.map((kind) => `(SELECT count(*) FROM ${kind} WHERE tenant = ?)`).join(" + ")} AS n`;

export function openRecordCount(sql: SqlSession): CountRecords {
  return async (tenant) => {
    const [row] = await sql.all<{ n: number }>(
      text,
      kinds.map(() => tenant),
    );
    return Number(row?.n ?? 0);
  };
}
