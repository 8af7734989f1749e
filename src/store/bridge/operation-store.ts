import type { Sql, SqlRow } from "../../engine/sql.js";

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

export interface OperationStore {
  add(tenant: string, operation: Operation): Promise<void>;
  /** Newest first. */
  list(tenant: string, filter: { project?: string; limit: number }): Promise<Operation[]>;
  /** Of all projects, or of one. */
  totals(tenant: string, project?: string): Promise<OperationTotals>;
  clear(tenant: string, filter: { project?: string; before?: string }): Promise<number>;
}

export function openOperationStore(sql: Sql): OperationStore {
  return {
    async add(tenant, one) {
      await sql.run(
        `INSERT INTO operations (tenant, id, tool, project, repository, session, caller, at, duration_ms, cached, error_code, error)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [
          ...[tenant, one.id, one.tool, one.project, one.repository, one.session, one.caller, one.at],
          ...[one.durationMs, one.cached ? 1 : 0, one.errorCode, one.error],
        ],
      );
    },

    async list(tenant, { project, limit }) {
      const filter = project === undefined ? "" : " AND project = ?";
      const rows = await sql.all<OperationRow>(
        `SELECT * FROM operations WHERE tenant = ?${filter} ORDER BY at DESC, id DESC LIMIT ?`,
        project === undefined ? [tenant, limit] : [tenant, project, limit],
      );
      return rows.map(toOperation);
    },

    async totals(tenant, project) {
      const filter = project === undefined ? "" : " AND project = ?";
      const [row] = await sql.all(
        `SELECT count(*) AS operations, count(DISTINCT session) AS sessions,
           coalesce(sum(CASE WHEN tool IN ('query_repo', 'query_all_repos') THEN 1 ELSE 0 END), 0) AS queries,
           coalesce(sum(CASE WHEN tool = 'implement_in_repo' THEN 1 ELSE 0 END), 0) AS implementations,
           coalesce(sum(cached), 0) AS cached,
           coalesce(sum(CASE WHEN error_code IS NULL THEN 0 ELSE 1 END), 0) AS failed,
           coalesce(sum(duration_ms), 0) AS duration FROM operations WHERE tenant = ?${filter}`,
        project === undefined ? [tenant] : [tenant, project],
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

    clear(tenant, { project, before }) {
      const filters = [
        ["tenant = ?", tenant],
        ...(project === undefined ? [] : [["project = ?", project]]),
        ...(before === undefined ? [] : [["at < ?", before]]),
      ] as [string, string][];
      return sql.run(
        `DELETE FROM operations WHERE ${filters.map(([text]) => text).join(" AND ")}`,
        filters.map(([, value]) => value),
      );
    },
  };
}

interface OperationRow extends SqlRow {
  readonly id: string;
  readonly tool: string;
  readonly project: string | null;
  readonly repository: string | null;
  readonly session: string;
  readonly caller: string;
  readonly at: string;
  readonly duration_ms: number;
  readonly cached: number;
  readonly error_code: string | null;
  readonly error: string | null;
}

const toOperation = (row: OperationRow): Operation => ({
  id: row.id,
  tool: row.tool,
  project: row.project,
  repository: row.repository,
  session: row.session,
  caller: row.caller,
  at: row.at,
  durationMs: Number(row.duration_ms),
  cached: Number(row.cached) === 1,
  errorCode: row.error_code,
  error: row.error,
});
