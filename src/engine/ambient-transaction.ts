import { AsyncLocalStorage } from "node:async_hooks";
import type { Sql, SqlRow, SqlSession, SqlValue } from "./sql.js";

export interface AmbientTransaction {
  /** The database as stores see it. */
  readonly sql: Sql;
  /** Runs everything that `body` does with the database, through any store, in one transaction. */
  inTransaction<T>(body: () => Promise<T>): Promise<T>;
}

interface TransactionScope {
  session: SqlSession | undefined;
  /** Whether to erase deleted rows after the commit. */
  isErasing: boolean;
}

/** Lets several stores share a transaction without passing it around. */
export function ambientTransaction(sql: Sql): AmbientTransaction {
  const current = new AsyncLocalStorage<TransactionScope>();
  const target = (): SqlSession => current.getStore()?.session ?? sql;
  return {
    sql: {
      ...sql,
      all: <R extends SqlRow>(text: string, params?: readonly SqlValue[]) => target().all<R>(text, params),
      run: (text, params) => target().run(text, params),
      transaction: (body, adding) => {
        const session = current.getStore()?.session;
        return session ? body(session) : sql.transaction(body, adding);
      },
      eraseDeleted: async () => {
        const scope = current.getStore();
        if (scope?.session === undefined) return sql.eraseDeleted();
        // Inside a transaction nothing is deleted yet, so this waits for the commit.
        scope.isErasing = true;
        return true;
      },
    },

    async inTransaction(body) {
      let isErasing = false;
      const result = await sql.transaction(async (session) => {
        const scope: TransactionScope = { session, isErasing: false };
        try {
          return await current.run(scope, body);
        } finally {
          // Work that was started inside and continues afterwards must not write into a finished transaction.
          scope.session = undefined;
          isErasing = scope.isErasing;
        }
      });
      if (isErasing) await sql.eraseDeleted();
      return result;
    },
  };
}
