import type { Migration } from "./migration.js";

/** 1 once a model has compared a statement with those before it; NULL before. */
export const m0038ComparedStatements: Migration = {
  name: "m0038-compared-statements",
  needs: "m0026-error-signatures",
  async up(session) {
    await session.run("ALTER TABLE findings ADD COLUMN compared INTEGER");
  },
};
