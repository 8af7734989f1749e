import type { Sql, SqlRow } from "../../engine/sql.js";
import { type RecordOf, recordTable } from "../record-table.js";
import { deleteRows, selectRows } from "../rows.js";

const table = recordTable("query_answers", {
  key: "text",
  project: "text",
  repository: "text",
  query: "text",
  answer: "text",
  runId: "text",
  createdAt: "text",
  expiresAt: "text",
});

/** A sub-agent's answer, valid while the repository and the question are unchanged. */
export type CachedAnswer = RecordOf<typeof table>;

export type AnswerCache = ReturnType<typeof openAnswerCache>;

export const openAnswerCache = (sql: Sql) => ({
  /** The answer if it has not expired, counted as a hit. Also deletes expired answers. */
  find: (tenant: string, key: string, now: string): Promise<CachedAnswer | undefined> =>
    sql.transaction(async (session) => {
      await deleteRows(session, "query_answers", { tenant, "expires_at <=": now });
      const answer = await table.find(session, { tenant, key });
      await session.run("UPDATE query_answers SET hits = hits + 1 WHERE tenant = ? AND key = ?", [tenant, key]);
      return answer;
    }),

  save: (tenant: string, answer: CachedAnswer) =>
    table.insert(
      sql,
      { tenant, hits: 0 },
      answer,
      `ON CONFLICT (tenant, key) DO UPDATE SET answer = excluded.answer, run_id = excluded.run_id,
         created_at = excluded.created_at, expires_at = excluded.expires_at`,
    ),

  /** Deletes the answers of all projects, of one, or of one repository; returns their count. */
  clear: (tenant: string, { project, repository }: { project?: string; repository?: string } = {}): Promise<number> =>
    deleteRows(sql, "query_answers", { tenant, project, repository }),

  async all(tenant: string, project?: string): Promise<(CachedAnswer & { readonly hits: number })[]> {
    const rows = await selectRows<SqlRow & { readonly hits: number }>(
      sql,
      "* FROM query_answers",
      { tenant, project },
      "ORDER BY created_at",
    );
    return rows.map((row) => ({ ...table.read(row), hits: row.hits }));
  },
});
