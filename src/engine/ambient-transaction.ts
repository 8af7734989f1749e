import { AsyncLocalStorage } from "node:async_hooks";
import type { Sql, SqlRow, SqlSession, SqlValue } from "./sql.js";

export interface AmbientTransaction {
  /** The database as stores see it. */
  readonly sql: Sql;
  /** Everything that `body` does with the database, through whatever store, is kept together or not at all. */
  together<T>(body: () => Promise<T>): Promise<T>;
}

interface Joined {
  session: SqlSession | undefined;
  /** Whether what was deleted inside is to be erased once it is. */
  isErasing: boolean;
}

/** Lets several stores share a transaction without knowing of each other. */
export function ambientTransaction(sql: Sql): AmbientTransaction {
  const current = new AsyncLocalStorage<Joined>();
  const target = (): SqlSession => current.getStore()?.session ?? sql;
  return {
    sql: {
      ...sql,
      all: <R extends SqlRow>(text: string, params?: readonly SqlValue[]) => target().all<R>(text, params),
      run: (text, params) => target().run(text, params),
      transaction: (body) => {
        const session = current.getStore()?.session;
        return session ? body(session) : sql.transaction(body);
      },
      eraseDeleted: async () => {
        const joined = current.getStore();
        if (joined?.session === undefined) return sql.eraseDeleted();
        // Inside a transaction nothing is deleted yet.
        joined.isErasing = true;
        return true;
      },
    },

    async together(body) {
      let isErasing = false;
      const result = await sql.transaction(async (session) => {
        const joined: Joined = { session, isErasing: false };
        try {
          return await current.run(joined, body);
        } finally {
          // Work that was started inside and continues afterwards must not write into a finished transaction.
          joined.session = undefined;
          isErasing = joined.isErasing;
        }
      });
      if (isErasing) await sql.eraseDeleted();
      return result;
    },
  };
}
