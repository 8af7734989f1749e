import type { Dialect, Sql, SqlRow, SqlValue } from "./sql.js";

/** A database that is opened by its first statement: listing tools or printing help must not touch it. */
export function lazySql(dialect: Dialect, open: () => Promise<Sql>): Sql {
  let opening: Promise<Sql> | undefined;
  const opened = () => {
    opening ??= open().catch((error) => {
      // The next call tries again: the disk may have been freed, the other process ended.
      opening = undefined;
      throw error;
    });
    return opening;
  };
  return {
    dialect,
    all: async <R extends SqlRow>(text: string, params?: readonly SqlValue[]) => (await opened()).all<R>(text, params),
    run: async (text, params) => (await opened()).run(text, params),
    transaction: async (body) => (await opened()).transaction(body),
    integrity: async () => (await opened()).integrity(),
    notes: async () => (await opened()).notes(),
    size: async () => (await opened()).size(),
    eraseDeleted: async () => (await opened()).eraseDeleted(),
    seesEveryTenant: async () => (await opened()).seesEveryTenant(),
    backup: async (file) => (await opened()).backup(file),
    close: async () => (await opening)?.close(),
  };
}
