import { AsyncLocalStorage } from "node:async_hooks";
import type { Sql, SqlRow, SqlSession, SqlValue } from "./sql.js";

export type AmbientTransaction = ReturnType<typeof ambientTransaction>;

type WriteAlongside = (session: SqlSession, result: unknown) => Promise<boolean>;

interface TransactionScope {
  session: SqlSession | undefined;
  /** Whether to erase deleted rows after the commit. */
  isErasing: boolean;
}

/** Lets several stores share a transaction without passing it around. */
export function ambientTransaction(sql: Sql) {
  const current = new AsyncLocalStorage<TransactionScope>();
  const pending = new AsyncLocalStorage<{ write: WriteAlongside; isWritten: boolean }>();
  const transact = async <T>(body: (session: SqlSession) => Promise<T>, adding?: string): Promise<T> => {
    const extra = pending.getStore();
    if (!extra || extra.isWritten) return sql.transaction(body, adding);
    let isWritten = false;
    const result = await sql.transaction(async (session) => {
      const result = await body(session);
      isWritten = await extra.write(session, result);
      return result;
    }, adding);
    extra.isWritten = isWritten;
    return result;
  };
  const target = (): SqlSession => current.getStore()?.session ?? sql;
  /** The database as stores see it. */
  const shared: Sql = {
    ...sql,
    all: <R extends SqlRow>(text: string, params?: readonly SqlValue[]) => target().all<R>(text, params),
    run: (text, params) => target().run(text, params),
    transaction: (body, adding) => {
      const session = current.getStore()?.session;
      return session ? body(session) : transact(body, adding);
    },
    eraseDeleted: async () => {
      const scope = current.getStore();
      if (scope?.session === undefined) return sql.eraseDeleted();
      // Inside a transaction nothing is deleted yet, so this waits for the commit.
      scope.isErasing = true;
      return true;
    },
  };
  return {
    sql: shared,

    /**
     * Runs `body`, with `write` as the last part of the first transaction that it commits, so that neither can exist
     * without the other. `write` receives the transaction's result, and returns false to wait for the next one.
     */
    async alongside<T>(write: WriteAlongside, body: () => Promise<T>) {
      const extra = { write, isWritten: false };
      const result = await pending.run(extra, body);
      return { result, isWritten: extra.isWritten };
    },

    /** Runs everything that `body` does with the database, through any store, in one transaction. */
    async inTransaction<T>(body: () => Promise<T>): Promise<T> {
      let isErasing = false;
      const result = await transact(async (session) => {
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
