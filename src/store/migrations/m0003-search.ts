import type { Migration } from "./migration.js";

/** The search index. All of it follows from other records: `throughline reindex` rebuilds it. */
export const m0003Search: Migration = {
  name: "m0003-search",
  async up(session) {
    const { dialect } = session;
    const statements = [
      // Numbers are never used twice: what is remembered under a number never comes to mean another text.
      `CREATE TABLE search_documents (
        nr ${dialect.autoIncrementKey},
        tenant TEXT NOT NULL,
        id TEXT NOT NULL,
        kind TEXT NOT NULL,
        project TEXT NOT NULL,
        scope TEXT NOT NULL,
        source TEXT NOT NULL,
        session TEXT NOT NULL,
        at TEXT NOT NULL,
        title TEXT NOT NULL,
        body TEXT NOT NULL,
        reply TEXT NOT NULL,
        files TEXT NOT NULL,
        tags TEXT NOT NULL,
        confidence DOUBLE PRECISION NOT NULL,
        supersedes TEXT NOT NULL,
        digest TEXT NOT NULL
      )`,
      "CREATE UNIQUE INDEX search_documents_by_id ON search_documents (tenant, id)",
      "CREATE INDEX search_documents_by_source ON search_documents (tenant, kind, source)",
      "CREATE INDEX search_documents_by_time ON search_documents (tenant, at)",
      "CREATE INDEX search_documents_by_superseded ON search_documents (tenant, supersedes) WHERE supersedes <> ''",
      `CREATE TABLE search_vectors (
        seq ${dialect.autoIncrementKey},
        nr BIGINT NOT NULL,
        model TEXT NOT NULL,
        passage BIGINT NOT NULL,
        codes ${dialect.bytes} NOT NULL,
        steps ${dialect.bytes} NOT NULL,
        step DOUBLE PRECISION NOT NULL
      )`,
      "CREATE UNIQUE INDEX search_vectors_by_document ON search_vectors (nr, model, passage)",
      "CREATE TABLE search_state (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL)",
      ...(await dialect.fullText.tables(session)),
    ];
    for (const statement of statements) await session.run(statement);
  },
};
