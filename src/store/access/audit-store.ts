import type { Sql, SqlSession } from "../../engine/sql.js";
import { field, type RecordOf, recordTable } from "../record-table.js";

const table = recordTable("audit_log", {
  id: "text",
  tenant: "text",
  at: "text",
  user: field<string>("text", "user_name"),
  /** The id of a personal access token, or `oauth`. */
  credential: "text",
  tool: "text",
  /** Id of the record that was written, where there is one. */
  target: "text",
  /** `ok`, or the code of the error. */
  result: "text",
  request: "text",
});

/** A write or a refused request; never its content. */
export type AuditEntry = RecordOf<typeof table>;

/** `from` and `to` are ISO times, the first included. */
export type AuditFilter = Readonly<Partial<Record<"user" | "tool" | "result" | "from" | "to", string | undefined>>>;

/** Each method works on one tenant. */
export type AuditStore = ReturnType<typeof openAuditStore>;

export function openAuditStore(sql: Sql) {
  /** Adds an entry as part of the caller's transaction. */
  const addWithin = async (session: SqlSession, tenant: string, entry: AuditEntry): Promise<void> => {
    await table.insert(session, {}, { ...entry, tenant });
  };
  return {
    addWithin,

    /** All or nothing. */
    add: (tenant: string, entries: readonly AuditEntry[]): Promise<void> =>
      sql.transaction(async (session) => {
        for (const entry of entries) await addWithin(session, tenant, entry);
      }),

    /** Newest first. */
    list: (tenant: string, { user, tool, result, from, to }: AuditFilter, limit: number): Promise<AuditEntry[]> =>
      table.select(
        sql,
        { tenant, user_name: user, tool, result, "at >=": from, "at <": to },
        "ORDER BY at DESC, id DESC LIMIT ?",
        limit,
      ),

    /** Who acted with an access token of the issuer, and when last. */
    signedInPeople: (tenant: string) =>
      sql.all<{ readonly user: string; readonly at: string }>(
        `SELECT user_name AS "user", max(at) AS at FROM audit_log WHERE tenant = ? AND credential = 'oauth'
         GROUP BY user_name ORDER BY user_name`,
        [tenant],
      ),

    /** Returns how many were removed. */
    removeBefore: (tenant: string, at: string): Promise<number> =>
      sql.transaction(async (session) => (await session.all(sql.dialect.expireAudit, [tenant, at])).length),
  };
}
