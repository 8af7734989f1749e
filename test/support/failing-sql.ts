import { fixedRuntime } from "../../src/base/runtime.js";
import type { Sql, SqlSession, SqlValue } from "../../src/engine/sql.js";
import { openSqlite } from "../../src/engine/sqlite/open-sqlite.js";
import { migrate } from "../../src/store/migrate.js";
import { migrations } from "../../src/store/migrations/index.js";

export interface FailingSql {
  readonly sql: Sql;
  /** Makes matching statements fail, as on a full disk. */
  failOn: (text: string, params: readonly SqlValue[]) => boolean;
}

/** An in-memory database whose statements can be made to fail. */
export async function failingSql(): Promise<FailingSql> {
  const inner = await openSqlite(":memory:");
  await migrate(inner, fixedRuntime(), migrations);
  const failing = { failOn: (_text: string, _params: readonly SqlValue[]) => false };
  const withFailures = <S extends SqlSession>(session: S): S => ({
    ...session,
    run: async (text: string, params: readonly SqlValue[] = []) => {
      if (failing.failOn(text, params)) throw new Error("the disk is full");
      return session.run(text, params);
    },
  });
  return Object.assign(failing, {
    sql: {
      ...withFailures(inner),
      transaction: (body) => inner.transaction((session) => body(withFailures(session))),
    } satisfies Sql,
  });
}
