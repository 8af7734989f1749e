import type { Migration } from "./migration.js";

/** What a model read of a session and when, with its cost: no session is paid for twice. */
export const m0041DistilledSessions: Migration = {
  name: "m0041-distilled-sessions",
  needs: "m0026-error-signatures",
  async up(session) {
    await session.run(
      `CREATE TABLE distilled_sessions (tenant TEXT NOT NULL, session_id TEXT NOT NULL, at TEXT NOT NULL,
       model TEXT NOT NULL, exchanges INTEGER NOT NULL, input_tokens INTEGER NOT NULL, output_tokens INTEGER NOT NULL,
       cost DOUBLE PRECISION NOT NULL, lessons INTEGER NOT NULL, dropped INTEGER NOT NULL,
       PRIMARY KEY (tenant, session_id, at))`,
    );
  },
};
