import type { Migration } from "./migration.js";

/** How far moves into this database have come. About the database, not about a tenant. */
export const m0017Moves: Migration = {
  name: "m0017-moves",
  async up(session) {
    await session.run(
      `CREATE TABLE database_moves (
        source TEXT NOT NULL,
        table_name TEXT NOT NULL,
        after_key TEXT NOT NULL,
        is_done BIGINT NOT NULL,
        PRIMARY KEY (source, table_name)
      )`,
    );
  },
};
