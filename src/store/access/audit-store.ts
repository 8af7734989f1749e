import type { Sql, SqlSession } from "../../engine/sql.js";
import { recordTable } from "../record-table.js";
import { allOf, insertInto } from "../sql-text.js";

/** A write or a refused request; never its content. */
export interface AuditEntry {
  readonly id: string;
  readonly tenant: string;
  readonly at: string;
  readonly user: string;
  /** The id of a personal access token, or `oauth`. */
  readonly credential: string;
  readonly tool: string;
  /** Id of the record that was written, where there is one. */
  readonly target: string;
  /** `ok`, or the code of the error. */
  readonly result: string;
  readonly request: string;
}

export interface AuditFilter {
  readonly user?: string | undefined;
  readonly tool?: string | undefined;
  readonly result?: string | undefined;
  /** Both as ISO times, the first included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Each method works on one tenant. */
export type AuditStore = ReturnType<typeof openAuditStore>;

export function openAuditStore(sql: Sql) {
  return {
    /** All or nothing. */
    add: (tenant: string, entries: readonly AuditEntry[]): Promise<void> =>
      sql.transaction(async (session) => {
        for (const entry of entries) await insert(session, tenant, entry);
      }),

    /** Adds an entry as part of the caller's transaction. */
    addWithin: insert,

    /** Newest first. */
    async list(tenant: string, filter: AuditFilter, limit: number): Promise<AuditEntry[]> {
      const { user, tool, result, from, to } = filter;
      const { text, params } = allOf(
        ["tenant = ?", tenant],
        ["user_name = ?", user],
        ["tool = ?", tool],
        ["result = ?", result],
        ["at >= ?", from],
        ["at < ?", to],
      );
      const rows = await sql.all(`SELECT * FROM audit_log WHERE ${text} ORDER BY at DESC, id DESC LIMIT ?`, [
        ...params,
        limit,
      ]);
      return rows.map(table.read);
    },

    /** Who acted with an access token of the issuer, and when last. */
    signedInPeople: (tenant: string): Promise<{ readonly user: string; readonly at: string }[]> =>
      sql.all<{ user: string; at: string }>(
        `SELECT user_name AS "user", max(at) AS at FROM audit_log WHERE tenant = ? AND credential = 'oauth'
         GROUP BY user_name ORDER BY user_name`,
        [tenant],
      ),

    /** Returns how many were removed. */
    removeBefore: (tenant: string, at: string): Promise<number> =>
      sql.transaction(async (session) => (await session.all(sql.dialect.expireAudit, [tenant, at])).length),
  };
}

async function insert(session: SqlSession, tenant: string, entry: AuditEntry): Promise<void> {
  await session.run(insertInto("audit_log", table.columns), table.values({ ...entry, tenant }));
}

const table = recordTable<AuditEntry>({
  id: "text",
  tenant: "text",
  at: "text",
  user: ["text", "user_name"],
  credential: "text",
  tool: "text",
  target: "text",
  result: "text",
  request: "text",
});
