import { step } from "./migration.js";

const statements = [
  // Looked up by its hash alone, before anybody knows whose it is: not a tenant's table.
  `CREATE TABLE access_tokens (
    hash TEXT NOT NULL PRIMARY KEY,
    id TEXT NOT NULL,
    of_tenant TEXT NOT NULL,
    user_name TEXT NOT NULL,
    label TEXT NOT NULL,
    role TEXT NOT NULL,
    teams TEXT NOT NULL,
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    revoked_at TEXT NOT NULL,
    last_used_at TEXT NOT NULL
  )`,
  "CREATE INDEX access_tokens_by_tenant ON access_tokens (of_tenant, id)",
  // Names of tenants and nothing of theirs: what upkeep needs to know before it works for each of them.
  "CREATE TABLE served_tenants (name TEXT NOT NULL PRIMARY KEY)",
  `CREATE TABLE audit_log (
    tenant TEXT NOT NULL,
    id TEXT NOT NULL,
    at TEXT NOT NULL,
    user_name TEXT NOT NULL,
    credential TEXT NOT NULL,
    tool TEXT NOT NULL,
    target TEXT NOT NULL,
    result TEXT NOT NULL,
    request TEXT NOT NULL,
    PRIMARY KEY (tenant, id)
  )`,
  "CREATE INDEX audit_log_by_time ON audit_log (tenant, at)",
  `CREATE TABLE allowances (
    tenant TEXT NOT NULL,
    name TEXT NOT NULL,
    period TEXT NOT NULL,
    taken BIGINT NOT NULL,
    PRIMARY KEY (tenant, name, period)
  )`,
  `CREATE TABLE answered_requests (
    tenant TEXT NOT NULL,
    request_key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    answer TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (tenant, request_key)
  )`,
];

/** What a service for many tenants keeps: who may come in, what they did, how much they may, and what was answered already. */
export const m0008Service = step("m0008-service", statements);
