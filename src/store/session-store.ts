import type { Sql } from "../engine/sql.js";

/** One question of a person and what the agent made of it. */
export interface Exchange {
  readonly sessionId: string;
  readonly at: string;
  readonly question: string;
  readonly answer: string;
  readonly files: readonly string[];
}

export interface SessionStore {
  exchanges(tenant: string, filter: { project?: string; from?: string; to?: string }): Promise<Exchange[]>;
}

export function openSessionStore(sql: Sql): SessionStore {
  return {
    async exchanges(tenant, { project, from, to }) {
      const rows = await sql.all<{ session_id: string; at: string; question: string; answer: string; files: string }>(
        `SELECT e.session_id, e.at, e.question, e.answer, e.files
         FROM exchanges e JOIN sessions s ON s.tenant = e.tenant AND s.id = e.session_id
         WHERE e.tenant = ? AND (? = '' OR s.project = ?) AND e.at >= ? AND e.at <= ?
         ORDER BY e.at DESC, e.session_id, e.position`,
        [tenant, project ?? "", project ?? "", from ?? "", to ?? "~"],
      );
      return rows.map((row) => ({
        sessionId: row.session_id,
        at: row.at,
        question: row.question,
        answer: row.answer,
        files: JSON.parse(row.files) as string[],
      }));
    },
  };
}
