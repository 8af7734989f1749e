import type { Migration } from "./migration.js";

/** Tenant first in every key, so that the tables can be partitioned by tenant unchanged. */
export const m0001Initial: Migration = {
  name: "m0001-initial",
  async up(session) {
    for (const statement of statements) await session.run(statement);
  },
};

const statements = [
  `CREATE TABLE leases (
    name TEXT NOT NULL PRIMARY KEY,
    holder TEXT NOT NULL,
    expires_at TEXT NOT NULL
  )`,
];
