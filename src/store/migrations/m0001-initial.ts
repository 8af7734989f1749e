import type { Migration } from "./migration.js";

/** Tenant first in every key, so that the tables can be partitioned by tenant unchanged. */
export const m0001Initial: Migration = {
  name: "m0001-initial",
  async up(session) {
    for (const statement of statements) await session.run(statement);
  },
};

const statements = [
  `CREATE TABLE memories (
    tenant TEXT NOT NULL,
    id TEXT NOT NULL,
    project TEXT NOT NULL,
    title TEXT NOT NULL,
    content TEXT NOT NULL,
    outcome TEXT NOT NULL,
    confidence DOUBLE PRECISION NOT NULL,
    tags TEXT NOT NULL,
    author TEXT NOT NULL,
    created_at TEXT NOT NULL,
    PRIMARY KEY (tenant, id)
  )`,
  "CREATE INDEX memories_by_project ON memories (tenant, project, created_at)",
  `CREATE TABLE sessions (
    tenant TEXT NOT NULL,
    id TEXT NOT NULL,
    agent TEXT NOT NULL,
    project TEXT NOT NULL,
    started_at TEXT NOT NULL,
    PRIMARY KEY (tenant, id)
  )`,
  `CREATE TABLE exchanges (
    tenant TEXT NOT NULL,
    session_id TEXT NOT NULL,
    position BIGINT NOT NULL,
    at TEXT NOT NULL,
    question TEXT NOT NULL,
    answer TEXT NOT NULL,
    files TEXT NOT NULL,
    PRIMARY KEY (tenant, session_id, position)
  )`,
  `CREATE TABLE leases (
    name TEXT NOT NULL PRIMARY KEY,
    holder TEXT NOT NULL,
    expires_at TEXT NOT NULL
  )`,
];
