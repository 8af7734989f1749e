import type { Dialect, Sql, SqlRow, SqlValue } from "./sql.js";

/** A database that is opened by its first statement: listing tools or printing help must not touch it. */
export function lazySql(dialect: Dialect, open: () => Promise<Sql>): Sql {
  let opening: Promise<Sql> | undefined;
  let opened: Sql | undefined;
  const openOnce = () => {
    opening ??= open().then(
      (sql) => {
        opened = sql;
        return sql;
      },
      (error) => {
        // The next call tries again: the disk may have been freed, the other process ended.
        opening = undefined;
        throw error;
      },
    );
    return opening;
  };
  return {
    dialect,
    all: async <R extends SqlRow>(text: string, params?: readonly SqlValue[]) =>
      (await openOnce()).all<R>(text, params),
    run: async (text, params) => (await openOnce()).run(text, params),
    transaction: async (body, adding) => (await openOnce()).transaction(body, adding),
    integrity: async () => (await openOnce()).integrity(),
    diagnostics: async () => (await openOnce()).diagnostics(),
    writes: async () => (await openOnce()).writes(),
    listen: async (wake) => (await openOnce()).listen?.(wake) ?? (async () => {}),
    pool: () => opened?.pool?.() ?? { inUse: 0, waiting: 0, max: 0 },
    size: async () => (await openOnce()).size(),
    eraseDeleted: async () => (await openOnce()).eraseDeleted(),
    seesEveryTenant: async () => (await openOnce()).seesEveryTenant(),
    backup: async (file) => (await openOnce()).backup(file),
    close: async () => (await opening)?.close(),
  };
}
