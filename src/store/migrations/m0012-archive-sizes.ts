import type { Migration } from "./migration.js";

/** How much each session takes, which fixes were handed on, and a shorter way to choose among exchanges. */
export const m0012ArchiveSizes: Migration = {
  name: "m0012-archive-sizes",
  async up(session) {
    await session.run("ALTER TABLE sessions ADD COLUMN kept_bytes BIGINT NOT NULL DEFAULT 0");
    await session.run(
      `UPDATE sessions SET kept_bytes = coalesce((SELECT sum(length(c.body)) FROM session_chunks c
         WHERE c.tenant = sessions.tenant AND c.session_id = sessions.id), 0)`,
    );
    // Holds all that a search needs to choose among exchanges: the rows themselves are wide.
    await session.run("CREATE INDEX exchanges_by_number ON exchanges (tenant, number, project, session_id, day, at)");
    await session.run(
      `CREATE TABLE handed_fixes (
        tenant TEXT NOT NULL,
        project TEXT NOT NULL,
        fingerprint TEXT NOT NULL,
        session_id TEXT NOT NULL,
        PRIMARY KEY (tenant, project, fingerprint)
      )`,
    );
  },
};
