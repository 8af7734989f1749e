import type { Migration } from "./migration.js";

/**
 * Signs of many vectors in one row: a process that begins to search reads a million of them at once. A database that keeps
 * tenants apart finds the nearest vectors by itself.
 */
export const m0010SignBlocks: Migration = {
  name: "m0010-sign-blocks",
  async up(session) {
    if (session.dialect.isKeyedByTenant) return;
    await session.run(
      `CREATE TABLE search_sign_blocks (
        model TEXT NOT NULL,
        last_seq BIGINT NOT NULL,
        count BIGINT NOT NULL,
        origins TEXT NOT NULL,
        data ${session.dialect.bytes} NOT NULL,
        PRIMARY KEY (model, last_seq)
      )`,
    );
  },
};
