import { AsyncLocalStorage } from "node:async_hooks";
import type { Sql, SqlRow, SqlSession, SqlValue } from "./sql.js";

export interface JoiningSql {
  /** The database as stores see it. */
  readonly sql: Sql;
  /** Everything that `body` does with the database, through whatever store, is kept together or not at all. */
  together<T>(body: () => Promise<T>): Promise<T>;
  /** What `body` reads, through whatever store, is read over one connection. What it writes is written as ever. */
  reading<T>(body: () => Promise<T>): Promise<T>;
}

interface Joined {
  readonly isReading: boolean;
  session: SqlSession | undefined;
}

/** Lets several stores share a transaction or a connection without knowing of each other. */
export function joiningSql(sql: Sql): JoiningSql {
  const current = new AsyncLocalStorage<Joined>();
  const reader = (): SqlSession => current.getStore()?.session ?? sql;
  const writer = (): SqlSession | undefined => {
    const joined = current.getStore();
    return joined?.isReading ? undefined : joined?.session;
  };
  const join = async <T>(session: SqlSession, isReading: boolean, body: () => Promise<T>): Promise<T> => {
    const joined: Joined = { session, isReading };
    try {
      return await current.run(joined, body);
    } finally {
      // What was begun inside and goes on afterwards must not use a connection that is somebody else's by then.
      joined.session = undefined;
    }
  };
  return {
    sql: {
      ...sql,
      all: <R extends SqlRow>(text: string, params?: readonly SqlValue[]) =>
        (isReading(text) ? reader() : (writer() ?? sql)).all<R>(text, params),
      run: (text, params) => (writer() ?? sql).run(text, params),
      transaction: (body) => {
        const session = writer();
        // Outside of what was joined for reading: a transaction sees what it has written itself.
        return session ? body(session) : current.exit(() => sql.transaction(body));
      },
    },

    together: (body) => sql.transaction((session) => join(session, false, body)),
    reading: (body) => (sql.reading ? sql.reading((session) => join(session, true, body)) : body()),
  };
}

const isReading = (text: string) => /^\s*(SELECT|WITH)\b/i.test(text);
