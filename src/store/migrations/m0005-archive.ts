import { createTable, step } from "./migration.js";

/** Sessions of agents: what was said, what follows from it, and how far each transcript has been read. */
export const m0005Archive = step("m0005-archive", ({ bytes, name }) => [
  createTable(
    "sessions",
    `tenant, id, agent, project, folder, branch, model, title, parent, started_at, ended_at, exchanges BIGINT,
     tokens_in BIGINT, tokens_out BIGINT`,
    "tenant, id",
  ),
  "CREATE INDEX sessions_by_project ON sessions (tenant, project, ended_at)",
  "CREATE INDEX sessions_by_time ON sessions (tenant, ended_at)",
  createTable(
    "exchanges",
    `number BIGINT, tenant, session_id, key, project, day BIGINT, at, ended_at, worth DOUBLE PRECISION, outcome,
     question, files, topics, patterns, implementations, solution, answer`,
    "number",
  ),
  "CREATE UNIQUE INDEX exchanges_by_key ON exchanges (tenant, session_id, key)",
  "CREATE INDEX exchanges_by_project ON exchanges (tenant, project, at)",
  "CREATE INDEX exchanges_by_time ON exchanges (tenant, at)",
  createTable(
    "session_chunks",
    `tenant, session_id, position BIGINT, events BIGINT, body ${bytes}`,
    "tenant, session_id, position",
  ),
  createTable("session_blobs", `tenant, hash, size BIGINT, body ${bytes}`, "tenant, hash"),
  createTable("session_blob_uses", "tenant, session_id, hash", "tenant, session_id, hash"),
  "CREATE INDEX session_blob_uses_by_hash ON session_blob_uses (tenant, hash)",
  createTable(
    "findings",
    "tenant, session_id, exchange_key, kind, position BIGINT, project, at, label, body",
    "tenant, session_id, exchange_key, kind, position",
  ),
  "CREATE INDEX findings_by_project ON findings (tenant, project, kind, at)",
  "CREATE INDEX findings_by_label ON findings (tenant, kind, label, at)",
  createTable(
    "patterns",
    "tenant, project, kind, pattern, frequency BIGINT, successes BIGINT, failures BIGINT, last_used, examples",
    "tenant, project, kind, pattern",
  ),
  "CREATE INDEX patterns_by_frequency ON patterns (tenant, project, kind, frequency)",
  createTable(
    "file_touches",
    "tenant, session_id, exchange_key, path, how, project, at",
    "tenant, session_id, exchange_key, path",
  ),
  "CREATE INDEX file_touches_by_path ON file_touches (tenant, project, path, at)",
  createTable(
    "transcripts",
    "tenant, path, agent, folder, session_id, read_bytes BIGINT, fingerprint, wanted BIGINT, seen_at, state",
    "tenant, path",
  ),
  "CREATE INDEX transcripts_wanted ON transcripts (tenant, wanted, seen_at)",
  createTable("spool_files", "name, read_bytes BIGINT", "name"),
  createTable("known_projects", "tenant, id, name", "tenant, id"),
  createTable("project_marks", "tenant, mark, project", "tenant, mark"),
  "CREATE INDEX project_marks_by_project ON project_marks (tenant, project)",
  createTable("injections", "tenant, session_id, item, at", "tenant, session_id, item"),
  createTable("forgotten_sessions", "tenant, session_id, at", "tenant, session_id"),
  ...(name === "sqlite" ? fullTextTables : wordTable),
]);

const fullTextTables = [
  `CREATE VIRTUAL TABLE exchange_words USING fts5(
    words, content='', contentless_delete=1, detail=none, tokenize="unicode61 remove_diacritics 0"
  )`,
  "CREATE VIRTUAL TABLE exchange_word_counts USING fts5vocab(exchange_words, row)",
];

const wordTable = [
  createTable("exchange_words", "number BIGINT, word", "word, number"),
  "CREATE INDEX exchange_words_by_number ON exchange_words (number)",
];
