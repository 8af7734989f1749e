import type { Sql, SqlRow } from "../../engine/sql.js";

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
export interface DistilledStore {
  add(tenant: string, run: DistilledRun): Promise<void>;
  newest(tenant: string, limit: number): Promise<DistilledRun[]>;
  /** How many exchanges of a session were read. */
  exchangesRead(tenant: string, sessionId: string): Promise<number>;
  totals(tenant: string, since: string): Promise<{ tokens: number; cost: number }>;
  /** Ids of sessions of people with exchanges that were not read, the newest first. */
  pending(
    tenant: string,
    filter: { project?: string | undefined; before?: string | undefined },
    limit: number,
  ): Promise<string[]>;
}

export function openDistilledStore(sql: Sql): DistilledStore {
  return {
    async add(tenant, run) {
      await sql.run(
        `INSERT INTO distilled_sessions (tenant, session_id, at, model, exchanges, input_tokens, output_tokens, cost, lessons, dropped)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [
          ...[tenant, run.sessionId, run.at, run.model, run.exchanges],
          ...[run.inputTokens, run.outputTokens, run.cost, run.lessons, run.dropped],
        ],
      );
    },

    async newest(tenant, limit) {
      const text = "SELECT * FROM distilled_sessions WHERE tenant = ? ORDER BY at DESC LIMIT ?";
      return (await sql.all<Row>(text, [tenant, limit])).map(toRun);
    },

    async exchangesRead(tenant, sessionId) {
      const text = "SELECT max(exchanges) AS n FROM distilled_sessions WHERE tenant = ? AND session_id = ?";
      return Number((await sql.all<{ n: number | null }>(text, [tenant, sessionId]))[0]?.n ?? 0);
    },

    async totals(tenant, since) {
      const [row] = await sql.all<{ tokens: number | null; cost: number | null }>(
        "SELECT sum(input_tokens + output_tokens) AS tokens, sum(cost) AS cost FROM distilled_sessions WHERE tenant = ? AND at >= ?",
        [tenant, since],
      );
      return { tokens: Number(row?.tokens ?? 0), cost: Number(row?.cost ?? 0) };
    },

    async pending(tenant, { project, before }, limit) {
      const rows = await sql.all<{ id: string }>(
        `SELECT s.id FROM sessions s WHERE s.tenant = ?${project === undefined ? "" : " AND s.project = ?"}
         AND s.ended_at < ? AND s.parent = '' AND s.folder <> '' AND s.exchanges > 0 AND NOT EXISTS
         (SELECT 1 FROM distilled_sessions d WHERE d.tenant = s.tenant AND d.session_id = s.id AND d.exchanges >= s.exchanges)
         ORDER BY s.ended_at DESC LIMIT ?`,
        [tenant, ...(project === undefined ? [] : [project]), before ?? "~", limit],
      );
      return rows.map(({ id }) => id);
    },
  };
}

interface Row extends SqlRow {
  readonly session_id: string;
  readonly at: string;
  readonly model: string;
  readonly exchanges: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cost: number;
  readonly lessons: number;
  readonly dropped: number;
}

const toRun = (row: Row): DistilledRun => ({
  ...{ sessionId: row.session_id, at: row.at, model: row.model, exchanges: Number(row.exchanges) },
  ...{ inputTokens: Number(row.input_tokens), outputTokens: Number(row.output_tokens), cost: Number(row.cost) },
  ...{ lessons: Number(row.lessons), dropped: Number(row.dropped) },
});
