import type { Sql } from "../../engine/sql.js";
import { recordTable } from "../record-table.js";
import { allOf, insertInto, selectNumber } from "../sql-text.js";

/** One reading of a session by a model. */
export interface DistilledRun {
  readonly sessionId: string;
  readonly at: string;
  readonly model: string;
  /** How many exchanges the session had. */
  readonly exchanges: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars; 0 if unknown. */
  readonly cost: number;
  readonly lessons: number;
  readonly dropped: number;
}

/** Which sessions were distilled, and what that cost. */
export type DistilledStore = ReturnType<typeof openDistilledStore>;

export function openDistilledStore(sql: Sql) {
  return {
    async add(tenant: string, run: DistilledRun): Promise<void> {
      await sql.run(insertInto("distilled_sessions", ["tenant", ...table.columns]), [tenant, ...table.values(run)]);
    },

    async newest(tenant: string, limit: number): Promise<DistilledRun[]> {
      const text = "SELECT * FROM distilled_sessions WHERE tenant = ? ORDER BY at DESC LIMIT ?";
      return (await sql.all(text, [tenant, limit])).map(table.read);
    },

    /** How many exchanges of a session were read. */
    exchangesRead(tenant: string, sessionId: string): Promise<number> {
      const text = "SELECT max(exchanges) AS n FROM distilled_sessions WHERE tenant = ? AND session_id = ?";
      return selectNumber(sql, text, [tenant, sessionId]);
    },

    async totals(tenant: string, since: string): Promise<{ tokens: number; cost: number }> {
      const [row] = await sql.all<{ tokens: number | null; cost: number | null }>(
        "SELECT sum(input_tokens + output_tokens) AS tokens, sum(cost) AS cost FROM distilled_sessions WHERE tenant = ? AND at >= ?",
        [tenant, since],
      );
      return { tokens: Number(row?.tokens ?? 0), cost: Number(row?.cost ?? 0) };
    },

    /** Ids of sessions of people with exchanges that were not read, the newest first. */
    async pending(
      tenant: string,
      { project, before }: { project?: string | undefined; before?: string | undefined },
      limit: number,
    ): Promise<string[]> {
      const { text, params } = allOf(
        ["s.tenant = ?", tenant],
        ["s.project = ?", project],
        ["s.ended_at < ?", before ?? "~"],
      );
      const rows = await sql.all<{ id: string }>(
        `SELECT s.id FROM sessions s WHERE ${text} AND s.parent = '' AND s.folder <> '' AND s.exchanges > 0 AND NOT EXISTS
         (SELECT 1 FROM distilled_sessions d WHERE d.tenant = s.tenant AND d.session_id = s.id AND d.exchanges >= s.exchanges)
         ORDER BY s.ended_at DESC LIMIT ?`,
        [...params, limit],
      );
      return rows.map(({ id }) => id);
    },
  };
}

const table = recordTable<DistilledRun>({
  sessionId: "text",
  at: "text",
  model: "text",
  exchanges: "number",
  inputTokens: "number",
  outputTokens: "number",
  cost: "number",
  lessons: "number",
  dropped: "number",
});
