import { m0003Search } from "./m0003-search.js";
import { m0004Bridge } from "./m0004-bridge.js";
import { m0005Archive } from "./m0005-archive.js";
import { m0006Memory } from "./m0006-memory.js";
import { m0007TenantKeys } from "./m0007-tenant-keys.js";
import { m0008Service } from "./m0008-service.js";
import { m0025OneIndex } from "./m0025-one-index.js";
import { m0026ErrorSignatures, m0042FixesByFingerprint } from "./m0026-error-signatures.js";
import { m0027DocumentCounts } from "./m0027-document-counts.js";
import { m0028EmbeddingQueue } from "./m0028-embedding-queue.js";
import { m0031RecordCounts } from "./m0031-record-counts.js";
import { m0033MemoryTags } from "./m0033-memory-tags.js";
import { m0040Lessons } from "./m0040-lessons.js";
import { addition, type Migration, step } from "./migration.js";

/** The bundled model with its adapter. */
const tokenModels = "minilm-%+%";

const embedAgain = `UPDATE search_state SET value = '0' WHERE name LIKE 'embedded:${tokenModels}'`;

const queueAgain = `INSERT INTO embedding_queue (tenant, nr) SELECT d.tenant, d.nr FROM search_documents d
  WHERE d.kind <> 'code' AND EXISTS (
    SELECT 1 FROM search_vectors v WHERE v.tenant = d.tenant AND v.nr = d.nr AND v.model LIKE '${tokenModels}')
  ON CONFLICT DO NOTHING`;

/** In order of application; a new step goes to the end. Tenant first in every key, so that tables can be partitioned by it. */
export const migrations: readonly Migration[] = [
  step("m0001-initial", [
    "CREATE TABLE leases (name TEXT NOT NULL PRIMARY KEY, holder TEXT NOT NULL, expires_at TEXT NOT NULL)",
  ]),
  m0003Search,
  m0004Bridge,
  m0005Archive,
  m0006Memory,
  m0007TenantKeys,
  m0008Service,

  // Signs of many vectors in one row: a process that begins to search reads a million of them at once. A database that
  // keeps tenants apart finds the nearest vectors by itself.
  step("m0010-sign-blocks", ({ isKeyedByTenant, bytes }) =>
    isKeyedByTenant
      ? []
      : [
          `CREATE TABLE search_sign_blocks (
             model TEXT NOT NULL,
             last_seq BIGINT NOT NULL,
             count BIGINT NOT NULL,
             origins TEXT NOT NULL,
             data ${bytes} NOT NULL,
             PRIMARY KEY (model, last_seq)
           )`,
        ],
  ),

  // How much each session takes, which fixes were handed on, and a shorter way to choose among exchanges.
  step("m0012-archive-sizes", [
    "ALTER TABLE sessions ADD COLUMN kept_bytes BIGINT NOT NULL DEFAULT 0",
    `UPDATE sessions SET kept_bytes = coalesce((SELECT sum(length(c.body)) FROM session_chunks c
       WHERE c.tenant = sessions.tenant AND c.session_id = sessions.id), 0)`,
    // Holds all that a search needs to choose among exchanges: the rows themselves are wide.
    "CREATE INDEX exchanges_by_number ON exchanges (tenant, number, project, session_id, day, at)",
    `CREATE TABLE handed_fixes (
       tenant TEXT NOT NULL,
       project TEXT NOT NULL,
       fingerprint TEXT NOT NULL,
       session_id TEXT NOT NULL,
       PRIMARY KEY (tenant, project, fingerprint)
     )`,
  ]),

  // How far moves into this database have come. About the database, not about a tenant.
  step("m0017-moves", [
    `CREATE TABLE database_moves (
       source TEXT NOT NULL,
       table_name TEXT NOT NULL,
       after_key TEXT NOT NULL,
       is_done BIGINT NOT NULL,
       PRIMARY KEY (source, table_name)
     )`,
  ]),

  // Writes meant for a team's service, kept until it has acknowledged them.
  step("m0018-outbox", [
    `CREATE TABLE remote_outbox (
       tenant TEXT NOT NULL,
       id TEXT NOT NULL,
       service TEXT NOT NULL,
       tool TEXT NOT NULL,
       input TEXT NOT NULL,
       created_at TEXT NOT NULL,
       claimed_until TEXT NOT NULL,
       refused TEXT NOT NULL,
       PRIMARY KEY (tenant, id)
     )`,
  ]),

  // The number of exchanges follows from the sessions: a hundredth of the rows, and this holds all that is read of them.
  step("m0021-session-counts", ["CREATE INDEX sessions_by_exchanges ON sessions (tenant, exchanges)"]),

  // A short way from a memory to those it replaced, and to documents by their title.
  step("m0023-replaced-memories", [
    "CREATE INDEX memories_by_successor ON memories (tenant, superseded_by) WHERE superseded_by <> ''",
  ]),
  {
    name: "m0024-document-titles",
    async up(session) {
      for (const statement of await session.dialect.fullText.titleTables(session)) await session.run(statement);
    },
  },
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
    `CREATE TABLE remote_copies (
       tenant TEXT NOT NULL,
       service TEXT NOT NULL,
       kind TEXT NOT NULL,
       project TEXT NOT NULL,
       copied_at TEXT NOT NULL,
       records TEXT NOT NULL,
       PRIMARY KEY (tenant, service, kind, project)
     )`,
  ]),
  m0033MemoryTags,

  // On a server, the words of a query are counted by one function, which is created after the last step.
  addition("m0034-counted-words", []),

  // Who saved a checkpoint, so that a person's can be exported and deleted; empty for earlier ones.
  addition("m0035-checkpoint-authors", ["ALTER TABLE checkpoints ADD COLUMN author TEXT NOT NULL DEFAULT ''"]),

  // A tenant's own quota of records, where it differs from the setting; 0 means none.
  addition("m0036-tenant-quotas", [
    "CREATE TABLE tenant_quotas (tenant TEXT NOT NULL PRIMARY KEY, records BIGINT NOT NULL)",
  ]),

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
    `CREATE TABLE distilled_sessions (tenant TEXT NOT NULL, session_id TEXT NOT NULL, at TEXT NOT NULL,
     model TEXT NOT NULL, exchanges INTEGER NOT NULL, input_tokens INTEGER NOT NULL, output_tokens INTEGER NOT NULL,
     cost DOUBLE PRECISION NOT NULL, lessons INTEGER NOT NULL, dropped INTEGER NOT NULL,
     PRIMARY KEY (tenant, session_id, at))`,
  ]),
  m0042FixesByFingerprint,

  // Guards of a lesson are a part of it: what deletes, moves or exports the lesson does the same to them.
  addition("m0043-guards", ["ALTER TABLE memories ADD COLUMN guards TEXT"]),

  // What a person's other machines know of each record, and which segments of their logs were read.
  addition("m0044-synced-records", [
    `CREATE TABLE synced_records (tenant TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL, digest TEXT NOT NULL,
     state TEXT NOT NULL, is_sent BIGINT NOT NULL, PRIMARY KEY (tenant, kind, id))`,
    "CREATE INDEX synced_records_unsent ON synced_records (tenant, kind, id) WHERE is_sent = 0",
    `CREATE TABLE synced_segments (tenant TEXT NOT NULL, machine TEXT NOT NULL, name TEXT NOT NULL, host TEXT NOT NULL,
     at TEXT NOT NULL, PRIMARY KEY (tenant, machine, name))`,
  ]),
];
