import type { Sql } from "../../engine/sql.js";
import { type RecordOf, recordTable } from "../record-table.js";
import { selectColumn, selectNumber, selectOne } from "../rows.js";
import { condition } from "../sql-text.js";

const table = recordTable("distilled_sessions", {
  sessionId: "text",
  at: "text",
  model: "text",
  /** How many exchanges the session had. */
  exchanges: "number",
  inputTokens: "number",
  outputTokens: "number",
  /** US dollars; 0 if unknown. */
  cost: "number",
  lessons: "number",
  dropped: "number",
});

/** One reading of a session by a model. */
export type DistilledRun = RecordOf<typeof table>;

/** Which sessions were distilled, and what that cost. */
export type DistilledStore = ReturnType<typeof openDistilledStore>;

export const openDistilledStore = (sql: Sql) => ({
  add: (tenant: string, run: DistilledRun) => table.insert(sql, { tenant }, run),

  newest: (tenant: string, limit: number) => table.select(sql, { tenant }, "ORDER BY at DESC LIMIT ?", limit),

  /** How many exchanges of a session were read. */
  exchangesRead(tenant: string, sessionId: string): Promise<number> {
    const text = "SELECT max(exchanges) AS n FROM distilled_sessions WHERE tenant = ? AND session_id = ?";
    return selectNumber(sql, text, [tenant, sessionId]);
  },

  totals: (tenant: string, since: string) =>
    selectOne<{ tokens: number; cost: number }>(
      sql,
      `SELECT coalesce(sum(input_tokens + output_tokens), 0) AS tokens, coalesce(sum(cost), 0) AS cost
       FROM distilled_sessions WHERE tenant = ? AND at >= ?`,
      [tenant, since],
    ),

  /** Ids of sessions of people with exchanges that were not read, the newest first. */
  pending(
    tenant: string,
    { project, before = "~" }: { project?: string | undefined; before?: string | undefined },
    limit: number,
  ): Promise<string[]> {
    const { text, params } = condition({ "s.tenant": tenant, "s.project": project, "s.ended_at <": before });
    return selectColumn(
      sql,
      `SELECT s.id FROM sessions s WHERE ${text} AND s.parent = '' AND s.folder <> '' AND s.exchanges > 0 AND NOT EXISTS
       (SELECT 1 FROM distilled_sessions d WHERE d.tenant = s.tenant AND d.session_id = s.id AND d.exchanges >= s.exchanges)
       ORDER BY s.ended_at DESC LIMIT ?`,
      [...params, limit],
    );
  },
});
