import type { Migration } from "./migration.js";

/** Writes meant for a team's service, kept until it has acknowledged them. */
export const m0018Outbox: Migration = {
  name: "m0018-outbox",
  async up(session) {
    await session.run(`CREATE TABLE remote_outbox (
      tenant TEXT NOT NULL,
      id TEXT NOT NULL,
      service TEXT NOT NULL,
      tool TEXT NOT NULL,
      input TEXT NOT NULL,
      created_at TEXT NOT NULL,
      claimed_until TEXT NOT NULL,
      refused TEXT NOT NULL,
      PRIMARY KEY (tenant, id)
    )`);
  },
};
