import type { Sql, SqlSession } from "../../engine/sql.js";
import { field, type RecordOf, recordTable } from "../record-table.js";
import { selectColumn } from "../rows.js";

const table = recordTable("access_tokens", {
  hash: "text",
  id: "text",
  tenant: field<string>("text", "of_tenant"),
  user: field<string>("text", "user_name"),
  label: "text",
  role: "text",
  teams: field<readonly string[]>("json"),
  createdAt: "text",
  expiresAt: "text",
  /** Empty while it is valid. */
  revokedAt: "text",
  lastUsedAt: "text",
});

/** The stored metadata of a personal access token, without the token itself. */
export type TokenRecord = RecordOf<typeof table>;

export type TokenStore = ReturnType<typeof openTokenStore>;

type WriteAllAlongside = (session: SqlSession, ids: readonly string[]) => Promise<void>;
type WriteAlongside = (session: SqlSession) => Promise<void>;

/** `alongside` writes in the same transaction. */
export const openTokenStore = (sql: Sql) => ({
  add: (token: TokenRecord, alongside?: WriteAlongside): Promise<void> =>
    sql.transaction(async (session) => {
      await table.insert(session, {}, token);
      await alongside?.(session);
    }),

  /** Adds a token and revokes the one it replaces; false when there is no such token, or it is revoked already. */
  replace: (id: string, token: TokenRecord, alongside: WriteAlongside): Promise<boolean> =>
    sql.transaction(async (session) => {
      if (!(await revoke(session, id, token.createdAt))) return false;
      await table.insert(session, {}, token);
      await alongside(session);
      return true;
    }),

  /** Revokes the valid tokens of a person in one transaction; returns their ids. */
  revokeAll: (tenant: string, user: string, at: string, alongside: WriteAllAlongside): Promise<string[]> =>
    sql.transaction(async (session) => {
      const text = `UPDATE access_tokens SET revoked_at = ? WHERE of_tenant = ? AND user_name = ? AND revoked_at = ''
        RETURNING id`;
      const ids = await selectColumn(session, text, [at, tenant, user]);
      await alongside(session, ids);
      return ids;
    }),

  tenantOf: async (id: string): Promise<string | undefined> => (await table.find(sql, { id }))?.tenant,

  /** Without a tenant, which the record names. */
  byHash: (hash: string) => table.find(sql, { hash }),

  /** Newest first; of one tenant, or of all. */
  list: (tenant: string | undefined) => table.select(sql, { of_tenant: tenant }, "ORDER BY id DESC"),

  /** False when there is no such token, or it is revoked already. */
  revoke: (id: string, at: string, alongside?: WriteAlongside): Promise<boolean> =>
    sql.transaction(async (session) => {
      const isRevoked = await revoke(session, id, at);
      if (isRevoked) await alongside?.(session);
      return isRevoked;
    }),

  recordUse: (hash: string, at: string) => table.update(sql, { hash }, { lastUsedAt: at }),
});

const revoke = async (session: SqlSession, id: string, at: string): Promise<boolean> =>
  (await table.update(session, { id, revoked_at: "" }, { revokedAt: at })) > 0;
