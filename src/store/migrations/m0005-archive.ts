import { step } from "./migration.js";

const statements = (bytes: string) => [
  `CREATE TABLE sessions (
    tenant TEXT NOT NULL,
    id TEXT NOT NULL,
    agent TEXT NOT NULL,
    project TEXT NOT NULL,
    folder TEXT NOT NULL,
    branch TEXT NOT NULL,
    model TEXT NOT NULL,
    title TEXT NOT NULL,
    parent TEXT NOT NULL,
    started_at TEXT NOT NULL,
    ended_at TEXT NOT NULL,
    exchanges BIGINT NOT NULL,
    tokens_in BIGINT NOT NULL,
    tokens_out BIGINT NOT NULL,
    PRIMARY KEY (tenant, id)
  )`,
  "CREATE INDEX sessions_by_project ON sessions (tenant, project, ended_at)",
  "CREATE INDEX sessions_by_time ON sessions (tenant, ended_at)",
  `CREATE TABLE exchanges (
    number BIGINT NOT NULL PRIMARY KEY,
    tenant TEXT NOT NULL,
    session_id TEXT NOT NULL,
    key TEXT NOT NULL,
    project TEXT NOT NULL,
    day BIGINT NOT NULL,
    at TEXT NOT NULL,
    ended_at TEXT NOT NULL,
    worth DOUBLE PRECISION NOT NULL,
    outcome TEXT NOT NULL,
    question TEXT NOT NULL,
    files TEXT NOT NULL,
    topics TEXT NOT NULL,
    patterns TEXT NOT NULL,
    implementations TEXT NOT NULL,
    solution TEXT NOT NULL,
    answer TEXT NOT NULL
  )`,
  "CREATE UNIQUE INDEX exchanges_by_key ON exchanges (tenant, session_id, key)",
  "CREATE INDEX exchanges_by_project ON exchanges (tenant, project, at)",
  "CREATE INDEX exchanges_by_time ON exchanges (tenant, at)",
  `CREATE TABLE session_chunks (
    tenant TEXT NOT NULL,
    session_id TEXT NOT NULL,
    position BIGINT NOT NULL,
    events BIGINT NOT NULL,
    body ${bytes} NOT NULL,
    PRIMARY KEY (tenant, session_id, position)
  )`,
  `CREATE TABLE session_blobs (
    tenant TEXT NOT NULL,
    hash TEXT NOT NULL,
    size BIGINT NOT NULL,
    body ${bytes} NOT NULL,
    PRIMARY KEY (tenant, hash)
  )`,
  `CREATE TABLE session_blob_uses (
    tenant TEXT NOT NULL,
    session_id TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (tenant, session_id, hash)
  )`,
  "CREATE INDEX session_blob_uses_by_hash ON session_blob_uses (tenant, hash)",
  `CREATE TABLE findings (
    tenant TEXT NOT NULL,
    session_id TEXT NOT NULL,
    exchange_key TEXT NOT NULL,
    kind TEXT NOT NULL,
    position BIGINT NOT NULL,
    project TEXT NOT NULL,
    at TEXT NOT NULL,
    label TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (tenant, session_id, exchange_key, kind, position)
  )`,
  "CREATE INDEX findings_by_project ON findings (tenant, project, kind, at)",
  "CREATE INDEX findings_by_label ON findings (tenant, kind, label, at)",
  `CREATE TABLE patterns (
    tenant TEXT NOT NULL,
    project TEXT NOT NULL,
    kind TEXT NOT NULL,
    pattern TEXT NOT NULL,
    frequency BIGINT NOT NULL,
    successes BIGINT NOT NULL,
    failures BIGINT NOT NULL,
    last_used TEXT NOT NULL,
    examples TEXT NOT NULL,
    PRIMARY KEY (tenant, project, kind, pattern)
  )`,
  "CREATE INDEX patterns_by_frequency ON patterns (tenant, project, kind, frequency)",
  `CREATE TABLE file_touches (
    tenant TEXT NOT NULL,
    session_id TEXT NOT NULL,
    exchange_key TEXT NOT NULL,
    path TEXT NOT NULL,
    how TEXT NOT NULL,
    project TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (tenant, session_id, exchange_key, path)
  )`,
  "CREATE INDEX file_touches_by_path ON file_touches (tenant, project, path, at)",
  `CREATE TABLE transcripts (
    tenant TEXT NOT NULL,
    path TEXT NOT NULL,
    agent TEXT NOT NULL,
    folder TEXT NOT NULL,
    session_id TEXT NOT NULL,
    read_bytes BIGINT NOT NULL,
    fingerprint TEXT NOT NULL,
    wanted BIGINT NOT NULL,
    seen_at TEXT NOT NULL,
    state TEXT NOT NULL,
    PRIMARY KEY (tenant, path)
  )`,
  "CREATE INDEX transcripts_wanted ON transcripts (tenant, wanted, seen_at)",
  `CREATE TABLE spool_files (
    name TEXT NOT NULL PRIMARY KEY,
    read_bytes BIGINT NOT NULL
  )`,
  `CREATE TABLE known_projects (
    tenant TEXT NOT NULL,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (tenant, id)
  )`,
  `CREATE TABLE project_marks (
    tenant TEXT NOT NULL,
    mark TEXT NOT NULL,
    project TEXT NOT NULL,
    PRIMARY KEY (tenant, mark)
  )`,
  "CREATE INDEX project_marks_by_project ON project_marks (tenant, project)",
  `CREATE TABLE injections (
    tenant TEXT NOT NULL,
    session_id TEXT NOT NULL,
    item TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (tenant, session_id, item)
  )`,
  `CREATE TABLE forgotten_sessions (
    tenant TEXT NOT NULL,
    session_id TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (tenant, session_id)
  )`,
];

const fullTextTables = [
  `CREATE VIRTUAL TABLE exchange_words USING fts5(
    words, content='', contentless_delete=1, detail=none, tokenize="unicode61 remove_diacritics 0"
  )`,
  "CREATE VIRTUAL TABLE exchange_word_counts USING fts5vocab(exchange_words, row)",
];

const wordTable = [
  `CREATE TABLE exchange_words (
    number BIGINT NOT NULL,
    word TEXT NOT NULL,
    PRIMARY KEY (word, number)
  )`,
  "CREATE INDEX exchange_words_by_number ON exchange_words (number)",
];

/** Sessions of agents: what was said, what follows from it, and how far each transcript has been read. */
export const m0005Archive = step("m0005-archive", ({ bytes, name }) => [
  ...statements(bytes),
  ...(name === "sqlite" ? fullTextTables : wordTable),
]);
