import type { Migration } from "./migration.js";

/**
 * Lessons, checkpoints, fixes and indexed code. `tenant` is whose database rows they are; `owner` is the tenant id that a
 * caller named within it.
 */
export const m0006Memory: Migration = {
  name: "m0006-memory",
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
    state TEXT NOT NULL,
    source TEXT NOT NULL,
    author TEXT NOT NULL,
    anchors TEXT NOT NULL,
    evidence TEXT NOT NULL,
    votes TEXT NOT NULL,
    supersedes TEXT NOT NULL,
    superseded_by TEXT NOT NULL,
    reason TEXT NOT NULL,
    content_key TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    PRIMARY KEY (tenant, id)
  )`,
  "CREATE INDEX memories_by_project ON memories (tenant, project, created_at)",
  "CREATE INDEX memories_by_content ON memories (tenant, project, content_key)",
  `CREATE TABLE forgotten_memories (
    tenant TEXT NOT NULL,
    id TEXT NOT NULL,
    project TEXT NOT NULL,
    content_key TEXT NOT NULL,
    sketch TEXT NOT NULL,
    forgotten_by TEXT NOT NULL,
    forgotten_at TEXT NOT NULL,
    PRIMARY KEY (tenant, id)
  )`,
  "CREATE INDEX forgotten_by_content ON forgotten_memories (tenant, project, content_key)",
  `CREATE TABLE checkpoints (
    tenant TEXT NOT NULL,
    owner TEXT NOT NULL,
    id TEXT NOT NULL,
    session_id TEXT NOT NULL,
    project TEXT NOT NULL,
    project_path TEXT NOT NULL,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    summary TEXT NOT NULL,
    context TEXT NOT NULL,
    full_state TEXT NOT NULL,
    token_count BIGINT NOT NULL,
    threshold DOUBLE PRECISION,
    auto_created BIGINT NOT NULL,
    metadata TEXT NOT NULL,
    created_at TEXT NOT NULL,
    PRIMARY KEY (tenant, owner, id)
  )`,
  "CREATE INDEX checkpoints_by_time ON checkpoints (tenant, owner, created_at)",
  "CREATE INDEX checkpoints_by_session ON checkpoints (tenant, owner, session_id, created_at)",
  `CREATE TABLE remediations (
    tenant TEXT NOT NULL,
    owner TEXT NOT NULL,
    id TEXT NOT NULL,
    scope TEXT NOT NULL,
    team TEXT NOT NULL,
    project TEXT NOT NULL,
    category TEXT NOT NULL,
    title TEXT NOT NULL,
    problem TEXT NOT NULL,
    symptoms TEXT NOT NULL,
    root_cause TEXT NOT NULL,
    solution TEXT NOT NULL,
    failed_attempts TEXT NOT NULL,
    verified_by TEXT NOT NULL,
    code_diff TEXT NOT NULL,
    affected_files TEXT NOT NULL,
    tags TEXT NOT NULL,
    session_id TEXT NOT NULL,
    author TEXT NOT NULL,
    confidence DOUBLE PRECISION NOT NULL,
    usage_count BIGINT NOT NULL,
    fingerprint TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    PRIMARY KEY (tenant, owner, id)
  )`,
  "CREATE INDEX remediations_by_fingerprint ON remediations (tenant, fingerprint)",
  `CREATE TABLE code_repositories (
    tenant TEXT NOT NULL,
    owner TEXT NOT NULL,
    id TEXT NOT NULL,
    path TEXT NOT NULL,
    options TEXT NOT NULL,
    files BIGINT NOT NULL,
    chunks BIGINT NOT NULL,
    indexed_at TEXT NOT NULL,
    PRIMARY KEY (tenant, owner, id)
  )`,
  `CREATE TABLE code_files (
    tenant TEXT NOT NULL,
    repository TEXT NOT NULL,
    path TEXT NOT NULL,
    stamp TEXT NOT NULL,
    digest TEXT NOT NULL,
    language TEXT NOT NULL,
    bytes BIGINT NOT NULL,
    chunk_count BIGINT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (tenant, repository, path)
  )`,
];
