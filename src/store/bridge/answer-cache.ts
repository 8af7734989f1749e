import type { Sql } from "../../engine/sql.js";
import { recordTable } from "../record-table.js";
import { allOf, insertInto } from "../sql-text.js";

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

export type AnswerCache = ReturnType<typeof openAnswerCache>;

export function openAnswerCache(sql: Sql) {
  return {
    /** The answer if it has not expired, counted as a hit. Also deletes expired answers. */
    find: (tenant: string, key: string, now: string): Promise<CachedAnswer | undefined> =>
      sql.transaction(async (session) => {
        await session.run("DELETE FROM query_answers WHERE tenant = ? AND expires_at <= ?", [tenant, now]);
        const text = "SELECT * FROM query_answers WHERE tenant = ? AND key = ?";
        const [row] = await session.all(text, [tenant, key]);
        if (!row) return undefined;
        await session.run("UPDATE query_answers SET hits = hits + 1 WHERE tenant = ? AND key = ?", [tenant, key]);
        return table.read(row);
      }),

    async save(tenant: string, answer: CachedAnswer): Promise<void> {
      await sql.run(
        `${insertInto("query_answers", ["tenant", "hits", ...table.columns])}
         ON CONFLICT (tenant, key) DO UPDATE SET answer = excluded.answer, run_id = excluded.run_id,
           created_at = excluded.created_at, expires_at = excluded.expires_at`,
        [tenant, 0, ...table.values(answer)],
      );
    },

    /** Deletes the answers of all projects, of one, or of one repository; returns their count. */
    clear(tenant: string, { project, repository }: { project?: string; repository?: string } = {}): Promise<number> {
      const { text, params } = allOf(["tenant = ?", tenant], ["project = ?", project], ["repository = ?", repository]);
      return sql.run(`DELETE FROM query_answers WHERE ${text}`, params);
    },

    async all(tenant: string, project?: string): Promise<(CachedAnswer & { readonly hits: number })[]> {
      const { text, params } = allOf(["tenant = ?", tenant], ["project = ?", project]);
      const rows = await sql.all(`SELECT * FROM query_answers WHERE ${text} ORDER BY created_at`, params);
      return rows.map((row) => ({ ...table.read(row), hits: Number(row.hits) }));
    },
  };
}

const table = recordTable<CachedAnswer>({
  key: "text",
  project: "text",
  repository: "text",
  query: "text",
  answer: "text",
  runId: "text",
  createdAt: "text",
  expiresAt: "text",
});
