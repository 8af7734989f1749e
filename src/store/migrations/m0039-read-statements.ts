import type { Migration } from "./migration.js";

/**
 * 1 until a model has read a statement, 0 afterwards; NULL where none needs to. Sentences that do not count as statements,
 * or not yet, are of the kind `candidate`, which earlier programs do not read.
 */
export const m0039ReadStatements: Migration = {
  name: "m0039-read-statements",
  needs: "m0026-error-signatures",
  async up(session) {
    await session.run("ALTER TABLE findings ADD COLUMN unread INTEGER");
    await session.run("CREATE INDEX findings_unread ON findings (tenant, at) WHERE unread = 1");
  },
};
