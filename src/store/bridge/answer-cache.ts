import type { Sql, SqlRow } from "../../engine/sql.js";

/** A sub-agent's answer, valid while the repository and the question are unchanged. */
export interface CachedAnswer {
  readonly key: string;
  readonly project: string;
  readonly repository: string;
  readonly query: string;
  readonly answer: string;
  readonly runId: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

export interface AnswerCache {
  /** The answer if it has not expired, counted as a hit. Also deletes expired answers. */
  find(tenant: string, key: string, now: string): Promise<CachedAnswer | undefined>;
  save(tenant: string, answer: CachedAnswer): Promise<void>;
  /** Deletes the answers of all projects, of one, or of one repository; returns their count. */
  clear(tenant: string, where?: { project?: string; repository?: string }): Promise<number>;
  all(tenant: string, project?: string): Promise<(CachedAnswer & { readonly hits: number })[]>;
}

export function openAnswerCache(sql: Sql): AnswerCache {
  return {
    find: (tenant, key, now) =>
      sql.transaction(async (session) => {
        await session.run("DELETE FROM query_answers WHERE tenant = ? AND expires_at <= ?", [tenant, now]);
        const text = "SELECT * FROM query_answers WHERE tenant = ? AND key = ?";
        const [row] = await session.all<AnswerRow>(text, [tenant, key]);
        if (!row) return undefined;
        await session.run("UPDATE query_answers SET hits = hits + 1 WHERE tenant = ? AND key = ?", [tenant, key]);
        return toAnswer(row);
      }),

    async save(tenant, { key, project, repository, query, answer, runId, createdAt, expiresAt }) {
      await sql.run(
        `INSERT INTO query_answers (tenant, key, project, repository, query, answer, run_id, created_at, expires_at, hits)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)
         ON CONFLICT (tenant, key) DO UPDATE SET answer = excluded.answer, run_id = excluded.run_id,
           created_at = excluded.created_at, expires_at = excluded.expires_at`,
        [tenant, key, project, repository, query, answer, runId, createdAt, expiresAt],
      );
    },

    clear(tenant, { project, repository } = {}) {
      const filters = [
        { text: "tenant = ?", value: tenant },
        ...(project === undefined ? [] : [{ text: "project = ?", value: project }]),
        ...(repository === undefined ? [] : [{ text: "repository = ?", value: repository }]),
      ];
      const where = filters.map(({ text }) => text).join(" AND ");
      return sql.run(
        `DELETE FROM query_answers WHERE ${where}`,
        filters.map(({ value }) => value),
      );
    },

    async all(tenant, project) {
      const rows = await sql.all<AnswerRow>(
        `SELECT * FROM query_answers WHERE tenant = ?${project === undefined ? "" : " AND project = ?"} ORDER BY created_at`,
        project === undefined ? [tenant] : [tenant, project],
      );
      return rows.map((row) => ({ ...toAnswer(row), hits: Number(row.hits) }));
    },
  };
}

interface AnswerRow extends SqlRow {
  readonly key: string;
  readonly project: string;
  readonly repository: string;
  readonly query: string;
  readonly answer: string;
  readonly run_id: string;
  readonly created_at: string;
  readonly expires_at: string;
  readonly hits: number;
}

const toAnswer = (row: AnswerRow): CachedAnswer => ({
  key: row.key,
  project: row.project,
  repository: row.repository,
  query: row.query,
  answer: row.answer,
  runId: row.run_id,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});
