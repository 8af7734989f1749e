import type { Sql } from "../../engine/sql.js";
import { type RecordOf, recordTable } from "../record-table.js";
import { deleteRows, selectOne } from "../rows.js";
import { condition } from "../sql-text.js";

const table = recordTable("operations", {
  id: "text",
  tool: "text",
  project: "text?",
  repository: "text?",
  /** The conversation or command. */
  session: "text",
  caller: "text",
  at: "text",
  durationMs: "number",
  cached: "flag",
  errorCode: "text?",
  error: "text?",
});

/** One tool call of the family, with its duration and outcome. */
export type Operation = RecordOf<typeof table>;

type Counted = "sessions" | "operations" | "queries" | "implementations" | "cached" | "failed" | "durationMs";

export type OperationTotals = { readonly project: string | null } & Readonly<Record<Counted, number>>;

export type OperationStore = ReturnType<typeof openOperationStore>;

export const openOperationStore = (sql: Sql) => ({
  add: (tenant: string, operation: Operation) => table.insert(sql, { tenant }, operation),

  /** Newest first. */
  list: (tenant: string, { project, limit }: { project?: string; limit: number }): Promise<Operation[]> =>
    table.select(sql, { tenant, project }, "ORDER BY at DESC, id DESC LIMIT ?", limit),

  /** Of all projects, or of one. */
  async totals(tenant: string, project?: string): Promise<OperationTotals> {
    const { text, params } = condition({ tenant, project });
    const totals = await selectOne<Record<Counted, number>>(
      sql,
      `SELECT count(DISTINCT session) AS sessions, count(*) AS operations,
         coalesce(sum(CASE WHEN tool IN ('query_repo', 'query_all_repos') THEN 1 ELSE 0 END), 0) AS queries,
         coalesce(sum(CASE WHEN tool = 'implement_in_repo' THEN 1 ELSE 0 END), 0) AS implementations,
         coalesce(sum(cached), 0) AS cached,
         coalesce(sum(CASE WHEN error_code IS NULL THEN 0 ELSE 1 END), 0) AS failed,
         coalesce(sum(duration_ms), 0) AS "durationMs" FROM operations WHERE ${text}`,
      params,
    );
    return { project: project ?? null, ...totals };
  },

  clear: (tenant: string, { project, before }: { project?: string; before?: string }): Promise<number> =>
    deleteRows(sql, "operations", { tenant, project, "at <": before }),
});
