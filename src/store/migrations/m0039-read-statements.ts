import type { Migration } from "./migration.js";

/**
 * Of statements: `unread` is 1 until a model has read the sentence, `candidate` is 1 where it does not count as a
 * statement, or not yet.
 */
export const m0039ReadStatements: Migration = {
  name: "m0039-read-statements",
  needs: "m0026-error-signatures",
  async up(session) {
    await session.run("ALTER TABLE findings ADD COLUMN unread INTEGER");
    await session.run("ALTER TABLE findings ADD COLUMN candidate INTEGER");
    await session.run("CREATE INDEX findings_unread ON findings (tenant, at) WHERE unread = 1");
  },
};
