import { m0005Archive } from "./m0005-archive.js";
import { m0007TenantKeys } from "./m0007-tenant-keys.js";
import { m0025OneIndex } from "./m0025-one-index.js";
import { m0026ErrorSignatures, m0042FixesByFingerprint } from "./m0026-error-signatures.js";
import { m0027DocumentCounts } from "./m0027-document-counts.js";
import { m0028EmbeddingQueue } from "./m0028-embedding-queue.js";
import { m0031RecordCounts } from "./m0031-record-counts.js";
import { m0033MemoryTags } from "./m0033-memory-tags.js";
import { m0040Lessons } from "./m0040-lessons.js";
import { addition, createTable, type Migration, step } from "./migration.js";

/** The bundled model with its adapter. */
const tokenModels = "minilm-%+%";

const embedAgain = `UPDATE search_state SET value = '0' WHERE name LIKE 'embedded:${tokenModels}'`;

const queueAgain = `INSERT INTO embedding_queue (tenant, nr) SELECT d.tenant, d.nr FROM search_documents d
  WHERE d.kind <> 'code' AND EXISTS (
    SELECT 1 FROM search_vectors v WHERE v.tenant = d.tenant AND v.nr = d.nr AND v.model LIKE '${tokenModels}')
  ON CONFLICT DO NOTHING`;

/** In order of application; a new step goes to the end. Tenant first in every key, so that tables can be partitioned by it. */
export const migrations: readonly Migration[] = [
  step("m0001-initial", [createTable("leases", "name, holder, expires_at", "name")]),

  // The search index. All of it follows from other records: `throughline reindex` rebuilds it.
  step("m0003-search", async ({ autoIncrementKey, bytes, fullText }, session) => [
    // Numbers are never used twice: what is remembered under a number never comes to mean another text.
    createTable(
      "search_documents",
      `nr? ${autoIncrementKey}, tenant, id, kind, project, scope, source, session, at, title, body, reply, files, tags,
       confidence DOUBLE PRECISION, supersedes, digest`,
    ),
    "CREATE UNIQUE INDEX search_documents_by_id ON search_documents (tenant, id)",
    "CREATE INDEX search_documents_by_source ON search_documents (tenant, kind, source)",
    "CREATE INDEX search_documents_by_time ON search_documents (tenant, at)",
    "CREATE INDEX search_documents_by_superseded ON search_documents (tenant, supersedes) WHERE supersedes <> ''",
    createTable(
      "search_vectors",
      `seq? ${autoIncrementKey}, nr BIGINT, model, passage BIGINT, codes ${bytes}, steps ${bytes}, step DOUBLE PRECISION`,
    ),
    "CREATE UNIQUE INDEX search_vectors_by_document ON search_vectors (nr, model, passage)",
    createTable("search_state", "name, value", "name"),
    ...(await fullText.tables(session)),
  ]),

  // Projects of several repositories, what ran in them, and the answers kept.
  step("m0004-bridge", [
    createTable("projects", "tenant, name, description?, policy, created_at, accessed_at", "tenant, name"),
    createTable("active_projects", "tenant, project", "tenant"),
    createTable("repositories", "tenant, project, name, path, description?, created_at", "tenant, project, name"),
    createTable("repository_facts", "tenant, path, kind, state, facts, computed_at", "tenant, path, kind"),
    createTable("agent_probes", "tenant, stamp, facts", "tenant, stamp"),
    createTable(
      "agent_runs",
      `tenant, id, kind, project, repository, path, request, caller, status, agent?, agent_version?, model?,
       enforcement?, head?, branch?, exit_code? BIGINT, input_tokens BIGINT, output_tokens BIGINT,
       cost DOUBLE PRECISION, error_code?, error?, answer?, transcript?, started_at, seen_at, ended_at?,
       duration_ms BIGINT, cancel_asked BIGINT`,
      "tenant, id",
    ),
    "CREATE INDEX agent_runs_by_time ON agent_runs (tenant, started_at)",
    createTable(
      "query_answers",
      "tenant, key, project, repository, query, answer, run_id, created_at, expires_at, hits BIGINT",
      "tenant, key",
    ),
    "CREATE INDEX query_answers_by_repository ON query_answers (tenant, project, repository)",
    createTable(
      "operations",
      `tenant, id, tool, project?, repository?, session, caller, at, duration_ms BIGINT, cached BIGINT, error_code?,
       error?`,
      "tenant, id",
    ),
    "CREATE INDEX operations_by_time ON operations (tenant, at)",
  ]),
  m0005Archive,

  // Lessons, checkpoints, fixes and indexed code. `tenant` is whose database rows they are; `owner` is the tenant id that
  // a caller named within it.
  step("m0006-memory", [
    createTable(
      "memories",
      `tenant, id, project, title, content, outcome, confidence DOUBLE PRECISION, tags, state, source, author, anchors,
       evidence, votes, supersedes, superseded_by, reason, content_key, created_at, updated_at`,
      "tenant, id",
    ),
    "CREATE INDEX memories_by_project ON memories (tenant, project, created_at)",
    "CREATE INDEX memories_by_content ON memories (tenant, project, content_key)",
    createTable(
      "forgotten_memories",
      "tenant, id, project, content_key, sketch, forgotten_by, forgotten_at",
      "tenant, id",
    ),
    "CREATE INDEX forgotten_by_content ON forgotten_memories (tenant, project, content_key)",
    createTable(
      "checkpoints",
      `tenant, owner, id, session_id, project, project_path, name, description, summary, context, full_state,
       token_count BIGINT, threshold? DOUBLE PRECISION, auto_created BIGINT, metadata, created_at`,
      "tenant, owner, id",
    ),
    "CREATE INDEX checkpoints_by_time ON checkpoints (tenant, owner, created_at)",
    "CREATE INDEX checkpoints_by_session ON checkpoints (tenant, owner, session_id, created_at)",
    createTable(
      "remediations",
      `tenant, owner, id, scope, team, project, category, title, problem, symptoms, root_cause, solution,
       failed_attempts, verified_by, code_diff, affected_files, tags, session_id, author, confidence DOUBLE PRECISION,
       usage_count BIGINT, fingerprint, created_at, updated_at`,
      "tenant, owner, id",
    ),
    "CREATE INDEX remediations_by_fingerprint ON remediations (tenant, fingerprint)",
    createTable(
      "code_repositories",
      "tenant, owner, id, path, options, files BIGINT, chunks BIGINT, indexed_at",
      "tenant, owner, id",
    ),
    createTable(
      "code_files",
      "tenant, repository, path, stamp, digest, language, bytes BIGINT, chunk_count BIGINT, content",
      "tenant, repository, path",
    ),
  ]),
  m0007TenantKeys,

  // What a service for many tenants keeps: who may come in, what they did, how much they may, what was answered already.
  step("m0008-service", [
    // Looked up by its hash alone, before anybody knows whose it is: not a tenant's table.
    createTable(
      "access_tokens",
      "hash, id, of_tenant, user_name, label, role, teams, created_at, expires_at, revoked_at, last_used_at",
      "hash",
    ),
    "CREATE INDEX access_tokens_by_tenant ON access_tokens (of_tenant, id)",
    // Names of tenants and nothing of theirs: what upkeep needs to know before it works for each of them.
    createTable("served_tenants", "name", "name"),
    createTable("audit_log", "tenant, id, at, user_name, credential, tool, target, result, request", "tenant, id"),
    "CREATE INDEX audit_log_by_time ON audit_log (tenant, at)",
    createTable("allowances", "tenant, name, period, taken BIGINT", "tenant, name, period"),
    createTable("answered_requests", "tenant, request_key, fingerprint, answer, at", "tenant, request_key"),
  ]),

  // Signs of many vectors in one row: a process that begins to search reads a million of them at once. A database that
  // keeps tenants apart finds the nearest vectors by itself.
  step("m0010-sign-blocks", ({ isKeyedByTenant, bytes }) =>
    isKeyedByTenant
      ? []
      : [
          createTable(
            "search_sign_blocks",
            `model, last_seq BIGINT, count BIGINT, origins, data ${bytes}`,
            "model, last_seq",
          ),
        ],
  ),

  // How much each session takes, which fixes were handed on, and a shorter way to choose among exchanges.
  step("m0012-archive-sizes", [
    "ALTER TABLE sessions ADD COLUMN kept_bytes BIGINT NOT NULL DEFAULT 0",
    `UPDATE sessions SET kept_bytes = coalesce((SELECT sum(length(c.body)) FROM session_chunks c
       WHERE c.tenant = sessions.tenant AND c.session_id = sessions.id), 0)`,
    // Holds all that a search needs to choose among exchanges: the rows themselves are wide.
    "CREATE INDEX exchanges_by_number ON exchanges (tenant, number, project, session_id, day, at)",
    createTable("handed_fixes", "tenant, project, fingerprint, session_id", "tenant, project, fingerprint"),
  ]),

  // How far moves into this database have come. About the database, not about a tenant.
  step("m0017-moves", [
    createTable("database_moves", "source, table_name, after_key, is_done BIGINT", "source, table_name"),
  ]),

  // Writes meant for a team's service, kept until it has acknowledged them.
  step("m0018-outbox", [
    createTable("remote_outbox", "tenant, id, service, tool, input, created_at, claimed_until, refused", "tenant, id"),
  ]),

  // The number of exchanges follows from the sessions: a hundredth of the rows, and this holds all that is read of them.
  step("m0021-session-counts", ["CREATE INDEX sessions_by_exchanges ON sessions (tenant, exchanges)"]),

  // A short way from a memory to those it replaced, and to documents by their title.
  step("m0023-replaced-memories", [
    "CREATE INDEX memories_by_successor ON memories (tenant, superseded_by) WHERE superseded_by <> ''",
  ]),
  step("m0024-document-titles", ({ fullText }, session) => fullText.titleTables(session)),
  m0025OneIndex,
  m0026ErrorSignatures,
  m0027DocumentCounts,
  m0028EmbeddingQueue,

  // Whether a statement still holds. Like the other columns of statements, written by programs of before m0040.
  addition("m0029-settled-statements", ["ALTER TABLE findings ADD COLUMN holds BIGINT"]),

  // Binary codes of a document's tokens, with the vector of its first passage. Vectors of the model that can match tokens
  // get them in the background; until then their documents are ranked without.
  addition("m0030-token-codes", ({ bytes, isKeyedByTenant }) => [
    `ALTER TABLE search_vectors ADD COLUMN tokens ${bytes}`,
    isKeyedByTenant ? queueAgain : embedAgain,
  ]),
  m0031RecordCounts,

  // Copies of a team's records, for the time when its service is unreachable: one row per kind and project.
  addition("m0032-remote-copies", [
    createTable(
      "remote_copies",
      "tenant, service, kind, project, copied_at, records",
      "tenant, service, kind, project",
    ),
  ]),
  m0033MemoryTags,

  // On a server, the words of a query are counted by one function, which is created after the last step.
  addition("m0034-counted-words", []),

  // Who saved a checkpoint, so that a person's can be exported and deleted; empty for earlier ones.
  addition("m0035-checkpoint-authors", ["ALTER TABLE checkpoints ADD COLUMN author TEXT NOT NULL DEFAULT ''"]),

  // A tenant's own quota of records, where it differs from the setting; 0 means none.
  addition("m0036-tenant-quotas", [createTable("tenant_quotas", "tenant, records BIGINT", "tenant")]),

  // The session in which a later sentence made a statement untrue; whether a model compared it, and whether one must read it.
  addition("m0037-replaced-statements", ["ALTER TABLE findings ADD COLUMN replaced_by TEXT"]),
  addition("m0038-compared-statements", ["ALTER TABLE findings ADD COLUMN compared INTEGER"]),
  addition("m0039-read-statements", [
    "ALTER TABLE findings ADD COLUMN unread INTEGER",
    "CREATE INDEX findings_unread ON findings (tenant, at) WHERE unread = 1",
  ]),
  m0040Lessons,

  // What a model read of a session and when, with its cost: no session is paid for twice.
  addition("m0041-distilled-sessions", [
    createTable(
      "distilled_sessions",
      `tenant, session_id, at, model, exchanges INTEGER, input_tokens INTEGER, output_tokens INTEGER,
       cost DOUBLE PRECISION, lessons INTEGER, dropped INTEGER`,
      "tenant, session_id, at",
    ),
  ]),
  m0042FixesByFingerprint,

  // Guards of a lesson are a part of it: what deletes, moves or exports the lesson does the same to them.
  addition("m0043-guards", ["ALTER TABLE memories ADD COLUMN guards TEXT"]),

  // What a person's other machines know of each record, and which segments of their logs were read.
  addition("m0044-synced-records", [
    createTable("synced_records", "tenant, kind, id, digest, state, is_sent BIGINT", "tenant, kind, id"),
    "CREATE INDEX synced_records_unsent ON synced_records (tenant, kind, id) WHERE is_sent = 0",
    createTable("synced_segments", "tenant, machine, name, host, at", "tenant, machine, name"),
  ]),
];
