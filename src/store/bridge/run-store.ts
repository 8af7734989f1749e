import type { Sql } from "../../engine/sql.js";
import { recordTable } from "../record-table.js";
import { allOf, findWholeId, insertInto, sqlPlaceholders } from "../sql-text.js";

export type RunKind = "query" | "implementation" | "command";
export type RunStatus = "waiting" | "running" | "done" | "failed" | "cancelled";

/** One sub-agent or command that was started in a repository. */
export interface Run {
  readonly id: string;
  readonly kind: RunKind;
  readonly project: string;
  readonly repository: string;
  readonly path: string;
  /** The question, the task or the command. */
  readonly request: string;
  readonly caller: string;
  readonly status: RunStatus;
  readonly agent: string | null;
  readonly agentVersion: string | null;
  readonly model: string | null;
  /** What confined the run: `os`, `cli` or `none`. */
  readonly enforcement: string | null;
  readonly head: string | null;
  /** The branch with the work of an isolated run. */
  readonly branch: string | null;
  readonly exitCode: number | null;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars, as the agent reports them. */
  readonly cost: number;
  readonly errorCode: string | null;
  readonly error: string | null;
  /** The tool's answer as JSON. */
  readonly answer: string | null;
  /** The file with its whole output. */
  readonly transcript: string | null;
  readonly startedAt: string;
  /** Time of the last heartbeat. */
  readonly seenAt: string;
  readonly endedAt: string | null;
  readonly durationMs: number;
}

export interface RunTotals {
  readonly runs: number;
  readonly failed: number;
  readonly tokens: number;
  readonly cost: number;
  readonly durationMs: number;
}

export type EndedRun = Pick<Run, "id" | "kind" | "path" | "transcript">;

export type RunStore = ReturnType<typeof openRunStore>;

export function openRunStore(sql: Sql) {
  return {
    async add(tenant: string, run: Run): Promise<void> {
      const text = insertInto("agent_runs", ["tenant", ...table.columns, "cancel_asked"]);
      await sql.run(text, [tenant, ...table.values(run), 0]);
    },

    async update(tenant: string, id: string, changes: Partial<Run>): Promise<void> {
      const { text, params } = table.assign(changes);
      if (params.length === 0) return;
      await sql.run(`UPDATE agent_runs SET ${text} WHERE tenant = ? AND id = ?`, [...params, tenant, id]);
    },

    /** Records the end of a run, unless it was asked to cancel: then false. */
    async complete(tenant: string, id: string, changes: Partial<Run>): Promise<boolean> {
      const { text: set, params } = table.assign(changes);
      const text = `UPDATE agent_runs SET ${set} WHERE tenant = ? AND id = ? AND cancel_asked = 0`;
      return (await sql.run(text, [...params, tenant, id])) > 0;
    },

    async find(tenant: string, id: string): Promise<Run | undefined> {
      const whole = await findWholeId(sql, "agent_runs", tenant, id);
      const [row] = await sql.all("SELECT * FROM agent_runs WHERE tenant = ? AND id = ?", [tenant, whole]);
      return row && table.read(row);
    },

    /** Newest first. */
    async list(
      tenant: string,
      { project, limit, offset = 0 }: { project?: string; limit: number; offset?: number },
    ): Promise<Run[]> {
      const { text: where, params } = allOf(["tenant = ?", tenant], ["project = ?", project]);
      const text = `SELECT * FROM agent_runs WHERE ${where} ORDER BY started_at DESC, id DESC LIMIT ? OFFSET ?`;
      return (await sql.all(text, [...params, limit, offset])).map(table.read);
    },

    async totals(tenant: string, { project, since }: { project?: string; since?: string }): Promise<RunTotals> {
      const { text, params } = allOf(["tenant = ?", tenant], ["project = ?", project], ["started_at >= ?", since]);
      const [row] = await sql.all(
        `SELECT count(*) AS runs, coalesce(sum(CASE WHEN status = 'failed' THEN 1 ELSE 0 END), 0) AS failed,
           coalesce(sum(input_tokens + output_tokens), 0) AS tokens, coalesce(sum(cost), 0) AS cost,
           coalesce(sum(duration_ms), 0) AS duration FROM agent_runs WHERE ${text}`,
        params,
      );
      return {
        runs: Number(row?.runs ?? 0),
        failed: Number(row?.failed ?? 0),
        tokens: Number(row?.tokens ?? 0),
        cost: Number(row?.cost ?? 0),
        durationMs: Number(row?.duration ?? 0),
      };
    },

    /** True if the run had not ended. */
    async requestCancel(tenant: string, id: string): Promise<boolean> {
      const text = "UPDATE agent_runs SET cancel_asked = 1 WHERE tenant = ? AND id = ? AND ended_at IS NULL";
      return (await sql.run(text, [tenant, id])) > 0;
    },

    /** Updates `seen_at` of these runs; returns those with a cancel request. */
    async heartbeat(tenant: string, ids: readonly string[], at: string): Promise<string[]> {
      if (ids.length === 0) return [];
      const placeholders = sqlPlaceholders(ids);
      await sql.run(`UPDATE agent_runs SET seen_at = ? WHERE tenant = ? AND id IN (${placeholders})`, [
        at,
        tenant,
        ...ids,
      ]);
      const text = `SELECT id FROM agent_runs WHERE tenant = ? AND cancel_asked = 1 AND id IN (${placeholders})`;
      return (await sql.all<{ id: string }>(text, [tenant, ...ids])).map(({ id }) => id);
    },

    /** Deletes ended runs, optionally only these or before a time, and returns what else belongs to them. */
    clear: (
      tenant: string,
      { project, before, ids }: { project?: string; before?: string; ids?: readonly string[] },
    ): Promise<EndedRun[]> =>
      sql.transaction(async (session) => {
        const { text, params } = allOf(
          ["tenant = ? AND ended_at IS NOT NULL", tenant],
          ["project = ?", project],
          ["started_at < ?", before],
          ["id IN (?)", ids],
        );
        const rows = await session.all(`SELECT * FROM agent_runs WHERE ${text} ORDER BY started_at, id`, params);
        await session.run(`DELETE FROM agent_runs WHERE ${text}`, params);
        return rows.map(table.read).map(({ id, kind, path, transcript }) => ({ id, kind, path, transcript }));
      }),
  };
}

const table = recordTable<Run>({
  id: "text",
  kind: "text",
  project: "text",
  repository: "text",
  path: "text",
  request: "text",
  caller: "text",
  status: "text",
  agent: "text",
  agentVersion: "text",
  model: "text",
  enforcement: "text",
  head: "text",
  branch: "text",
  exitCode: "number",
  inputTokens: "number",
  outputTokens: "number",
  cost: "number",
  errorCode: "text",
  error: "text",
  answer: "text",
  transcript: "text",
  startedAt: "text",
  seenAt: "text",
  endedAt: "text",
  durationMs: "number",
});
