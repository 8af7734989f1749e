import { step } from "./migration.js";

const statements = [
  `CREATE TABLE projects (
    tenant TEXT NOT NULL,
    name TEXT NOT NULL,
    description TEXT,
    policy TEXT NOT NULL,
    created_at TEXT NOT NULL,
    accessed_at TEXT NOT NULL,
    PRIMARY KEY (tenant, name)
  )`,
  `CREATE TABLE active_projects (
    tenant TEXT NOT NULL PRIMARY KEY,
    project TEXT NOT NULL
  )`,
  `CREATE TABLE repositories (
    tenant TEXT NOT NULL,
    project TEXT NOT NULL,
    name TEXT NOT NULL,
    path TEXT NOT NULL,
    description TEXT,
    created_at TEXT NOT NULL,
    PRIMARY KEY (tenant, project, name)
  )`,
  `CREATE TABLE repository_facts (
    tenant TEXT NOT NULL,
    path TEXT NOT NULL,
    kind TEXT NOT NULL,
    state TEXT NOT NULL,
    facts TEXT NOT NULL,
    computed_at TEXT NOT NULL,
    PRIMARY KEY (tenant, path, kind)
  )`,
  `CREATE TABLE agent_probes (
    tenant TEXT NOT NULL,
    stamp TEXT NOT NULL,
    facts TEXT NOT NULL,
    PRIMARY KEY (tenant, stamp)
  )`,
  `CREATE TABLE agent_runs (
    tenant TEXT NOT NULL,
    id TEXT NOT NULL,
    kind TEXT NOT NULL,
    project TEXT NOT NULL,
    repository TEXT NOT NULL,
    path TEXT NOT NULL,
    request TEXT NOT NULL,
    caller TEXT NOT NULL,
    status TEXT NOT NULL,
    agent TEXT,
    agent_version TEXT,
    model TEXT,
    enforcement TEXT,
    head TEXT,
    branch TEXT,
    exit_code BIGINT,
    input_tokens BIGINT NOT NULL,
    output_tokens BIGINT NOT NULL,
    cost DOUBLE PRECISION NOT NULL,
    error_code TEXT,
    error TEXT,
    answer TEXT,
    transcript TEXT,
    started_at TEXT NOT NULL,
    seen_at TEXT NOT NULL,
    ended_at TEXT,
    duration_ms BIGINT NOT NULL,
    cancel_asked BIGINT NOT NULL,
    PRIMARY KEY (tenant, id)
  )`,
  "CREATE INDEX agent_runs_by_time ON agent_runs (tenant, started_at)",
  `CREATE TABLE query_answers (
    tenant TEXT NOT NULL,
    key TEXT NOT NULL,
    project TEXT NOT NULL,
    repository TEXT NOT NULL,
    query TEXT NOT NULL,
    answer TEXT NOT NULL,
    run_id TEXT NOT NULL,
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    hits BIGINT NOT NULL,
    PRIMARY KEY (tenant, key)
  )`,
  "CREATE INDEX query_answers_by_repository ON query_answers (tenant, project, repository)",
  `CREATE TABLE operations (
    tenant TEXT NOT NULL,
    id TEXT NOT NULL,
    tool TEXT NOT NULL,
    project TEXT,
    repository TEXT,
    session TEXT NOT NULL,
    caller TEXT NOT NULL,
    at TEXT NOT NULL,
    duration_ms BIGINT NOT NULL,
    cached BIGINT NOT NULL,
    error_code TEXT,
    error TEXT,
    PRIMARY KEY (tenant, id)
  )`,
  "CREATE INDEX operations_by_time ON operations (tenant, at)",
];

/** Projects of several repositories, what ran in them, and the answers kept. */
export const m0004Bridge = step("m0004-bridge", statements);
