import type { Sql } from "../../engine/sql.js";
import { field, type RecordOf, recordTable } from "../record-table.js";
import { deleteRows, findWholeId, selectOne, updateRows } from "../rows.js";
import { condition } from "../sql-text.js";

export type RunKind = "query" | "implementation" | "command";
export type RunStatus = "waiting" | "running" | "done" | "failed" | "cancelled";

const table = recordTable("agent_runs", {
  id: "text",
  kind: field<RunKind>("text"),
  project: "text",
  repository: "text",
  path: "text",
  /** The question, the task or the command. */
  request: "text",
  caller: "text",
  status: field<RunStatus>("text"),
  agent: "text?",
  agentVersion: "text?",
  model: "text?",
  /** What confined the run: `os`, `cli` or `none`. */
  enforcement: "text?",
  head: "text?",
  /** The branch with the work of an isolated run. */
  branch: "text?",
  exitCode: "number?",
  inputTokens: "number",
  outputTokens: "number",
  /** US dollars, as the agent reports them. */
  cost: "number",
  errorCode: "text?",
  error: "text?",
  /** The tool's answer as JSON. */
  answer: "text?",
  /** The file with its whole output. */
  transcript: "text?",
  startedAt: "text",
  /** Time of the last heartbeat. */
  seenAt: "text",
  endedAt: "text?",
  durationMs: "number",
});

/** One sub-agent or command that was started in a repository. */
export type Run = RecordOf<typeof table>;

export type RunTotals = Readonly<Record<"runs" | "failed" | "tokens" | "cost" | "durationMs", number>>;

export type RunStore = ReturnType<typeof openRunStore>;

export const openRunStore = (sql: Sql) => ({
  add: (tenant: string, run: Run) => table.insert(sql, { tenant, cancel_asked: 0 }, run),

  async update(tenant: string, id: string, changes: Partial<Run>): Promise<void> {
    await table.update(sql, { tenant, id }, changes);
  },

  /** Records the end of a run, unless it was asked to cancel: then false. */
  complete: async (tenant: string, id: string, changes: Partial<Run>): Promise<boolean> =>
    (await table.update(sql, { tenant, id, cancel_asked: 0 }, changes)) > 0,

  find: async (tenant: string, id: string): Promise<Run | undefined> =>
    table.find(sql, { tenant, id: await findWholeId(sql, "agent_runs", tenant, id) }),

  /** Newest first. */
  list: (tenant: string, { project, limit, offset = 0 }: { project?: string; limit: number; offset?: number }) =>
    table.select(sql, { tenant, project }, "ORDER BY started_at DESC, id DESC LIMIT ? OFFSET ?", limit, offset),

  totals(tenant: string, { project, since }: { project?: string; since?: string }): Promise<RunTotals> {
    const { text, params } = condition({ tenant, project, "started_at >=": since });
    return selectOne<RunTotals>(
      sql,
      `SELECT count(*) AS runs, coalesce(sum(CASE WHEN status = 'failed' THEN 1 ELSE 0 END), 0) AS failed,
         coalesce(sum(input_tokens + output_tokens), 0) AS tokens, coalesce(sum(cost), 0) AS cost,
         coalesce(sum(duration_ms), 0) AS "durationMs" FROM agent_runs WHERE ${text}`,
      params,
    );
  },

  /** True if the run had not ended. */
  requestCancel: async (tenant: string, id: string): Promise<boolean> =>
    (await updateRows(sql, "agent_runs", { tenant, id, "ended_at IS NULL": true }, { cancel_asked: 1 })) > 0,

  /** Updates `seen_at` of these runs; returns those with a cancel request. */
  async heartbeat(tenant: string, ids: readonly string[], at: string): Promise<string[]> {
    if (ids.length === 0) return [];
    await table.update(sql, { tenant, id: ids }, { seenAt: at });
    return (await table.select(sql, { tenant, id: ids, cancel_asked: 1 })).map(({ id }) => id);
  },

  /** Deletes ended runs, optionally only these or before a time, and returns what else belongs to them. */
  clear: (tenant: string, { project, before, ids }: { project?: string; before?: string; ids?: readonly string[] }) =>
    sql.transaction(async (session) => {
      const where = { tenant, project, id: ids, "started_at <": before, "ended_at IS NOT NULL": true } as const;
      const runs = await table.select(session, where, "ORDER BY started_at, id");
      await deleteRows(session, "agent_runs", where);
      return runs.map(({ id, kind, path, transcript }) => ({ id, kind, path, transcript }));
    }),
});
