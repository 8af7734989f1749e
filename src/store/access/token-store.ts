import type { Sql, SqlSession } from "../../engine/sql.js";
import { recordTable } from "../record-table.js";
import { allOf, insertInto } from "../sql-text.js";

/** The stored metadata of a personal access token, without the token itself. */
export interface TokenRecord {
  readonly hash: string;
  readonly id: string;
  readonly tenant: string;
  readonly user: string;
  readonly label: string;
  readonly role: string;
  readonly teams: readonly string[];
  readonly createdAt: string;
  readonly expiresAt: string;
  /** Empty while it is valid. */
  readonly revokedAt: string;
  readonly lastUsedAt: string;
}

export type TokenStore = ReturnType<typeof openTokenStore>;

type WriteAllAlongside = (session: SqlSession, ids: readonly string[]) => Promise<void>;
type WriteAlongside = (session: SqlSession) => Promise<void>;

export function openTokenStore(sql: Sql) {
  return {
    /** `alongside` writes in the same transaction. */
    add: (token: TokenRecord, alongside?: WriteAlongside): Promise<void> =>
      sql.transaction(async (session) => {
        await insert(session, token);
        await alongside?.(session);
      }),

    /** Adds a token and revokes the one it replaces; false when there is no such token, or it is revoked already. */
    replace: (id: string, token: TokenRecord, alongside: WriteAlongside): Promise<boolean> =>
      sql.transaction(async (session) => {
        if ((await session.run(revokeText, [token.createdAt, id])) === 0) return false;
        await insert(session, token);
        await alongside(session);
        return true;
      }),

    /** Revokes the valid tokens of a person in one transaction; returns their ids. */
    revokeAll: (tenant: string, user: string, at: string, alongside: WriteAllAlongside): Promise<string[]> =>
      sql.transaction(async (session) => {
        const rows = await session.all<{ id: string }>(
          `UPDATE access_tokens SET revoked_at = ? WHERE of_tenant = ? AND user_name = ? AND revoked_at = '' RETURNING id`,
          [at, tenant, user],
        );
        const ids = rows.map(({ id }) => id);
        await alongside(session, ids);
        return ids;
      }),

    async tenantOf(id: string): Promise<string | undefined> {
      const text = "SELECT of_tenant FROM access_tokens WHERE id = ?";
      return (await sql.all<{ of_tenant: string }>(text, [id]))[0]?.of_tenant;
    },

    /** Without a tenant, which the record names. */
    async byHash(hash: string): Promise<TokenRecord | undefined> {
      const [row] = await sql.all("SELECT * FROM access_tokens WHERE hash = ?", [hash]);
      return row && table.read(row);
    },

    /** Newest first; of one tenant, or of all. */
    async list(tenant: string | undefined): Promise<TokenRecord[]> {
      const { text, params } = allOf(["TRUE", []], ["of_tenant = ?", tenant]);
      return (await sql.all(`SELECT * FROM access_tokens WHERE ${text} ORDER BY id DESC`, params)).map(table.read);
    },

    /** False when there is no such token, or it is revoked already. */
    revoke: (id: string, at: string, alongside?: WriteAlongside): Promise<boolean> =>
      sql.transaction(async (session) => {
        const isRevoked = (await session.run(revokeText, [at, id])) > 0;
        if (isRevoked) await alongside?.(session);
        return isRevoked;
      }),

    async recordUse(hash: string, at: string): Promise<void> {
      await sql.run("UPDATE access_tokens SET last_used_at = ? WHERE hash = ?", [at, hash]);
    },
  };
}

const revokeText = "UPDATE access_tokens SET revoked_at = ? WHERE id = ? AND revoked_at = ''";

const insert = (session: SqlSession, token: TokenRecord) =>
  session.run(insertInto("access_tokens", table.columns), table.values(token));

const table = recordTable<TokenRecord>({
  hash: "text",
  id: "text",
  tenant: ["text", "of_tenant"],
  user: ["text", "user_name"],
  label: "text",
  role: "text",
  teams: "json",
  createdAt: "text",
  expiresAt: "text",
  revokedAt: "text",
  lastUsedAt: "text",
});
