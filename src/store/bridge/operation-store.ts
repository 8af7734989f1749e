import type { Sql } from "../../engine/sql.js";
import { recordTable } from "../record-table.js";
import { allOf, insertInto } from "../sql-text.js";

/** One tool call of the family, with its duration and outcome. */
export interface Operation {
  readonly id: string;
  readonly tool: string;
  readonly project: string | null;
  readonly repository: string | null;
  /** The conversation or command. */
  readonly session: string;
  readonly caller: string;
  readonly at: string;
  readonly durationMs: number;
  readonly cached: boolean;
  readonly errorCode: string | null;
  readonly error: string | null;
}

export interface OperationTotals {
  readonly project: string | null;
  readonly sessions: number;
  readonly operations: number;
  readonly queries: number;
  readonly implementations: number;
  readonly cached: number;
  readonly failed: number;
  readonly durationMs: number;
}

export type OperationStore = ReturnType<typeof openOperationStore>;

export function openOperationStore(sql: Sql) {
  return {
    async add(tenant: string, operation: Operation): Promise<void> {
      await sql.run(insertInto("operations", ["tenant", ...table.columns]), [tenant, ...table.values(operation)]);
    },

    /** Newest first. */
    async list(tenant: string, { project, limit }: { project?: string; limit: number }): Promise<Operation[]> {
      const { text, params } = allOf(["tenant = ?", tenant], ["project = ?", project]);
      const rows = await sql.all(`SELECT * FROM operations WHERE ${text} ORDER BY at DESC, id DESC LIMIT ?`, [
        ...params,
        limit,
      ]);
      return rows.map(table.read);
    },

    /** Of all projects, or of one. */
    async totals(tenant: string, project?: string): Promise<OperationTotals> {
      const { text, params } = allOf(["tenant = ?", tenant], ["project = ?", project]);
      const [row] = await sql.all(
        `SELECT count(*) AS operations, count(DISTINCT session) AS sessions,
           coalesce(sum(CASE WHEN tool IN ('query_repo', 'query_all_repos') THEN 1 ELSE 0 END), 0) AS queries,
           coalesce(sum(CASE WHEN tool = 'implement_in_repo' THEN 1 ELSE 0 END), 0) AS implementations,
           coalesce(sum(cached), 0) AS cached,
           coalesce(sum(CASE WHEN error_code IS NULL THEN 0 ELSE 1 END), 0) AS failed,
           coalesce(sum(duration_ms), 0) AS duration FROM operations WHERE ${text}`,
        params,
      );
      const count = (name: string) => Number(row?.[name] ?? 0);
      return {
        project: project ?? null,
        sessions: count("sessions"),
        operations: count("operations"),
        queries: count("queries"),
        implementations: count("implementations"),
        cached: count("cached"),
        failed: count("failed"),
        durationMs: count("duration"),
      };
    },

    clear(tenant: string, { project, before }: { project?: string; before?: string }): Promise<number> {
      const { text, params } = allOf(["tenant = ?", tenant], ["project = ?", project], ["at < ?", before]);
      return sql.run(`DELETE FROM operations WHERE ${text}`, params);
    },
  };
}

const table = recordTable<Operation>({
  id: "text",
  tool: "text",
  project: "text",
  repository: "text",
  session: "text",
  caller: "text",
  at: "text",
  durationMs: "number",
  cached: "flag",
  errorCode: "text",
  error: "text",
});
