import type { Migration } from "./migration.js";

/** The session in which a later sentence made a statement untrue; NULL while none did. */
export const m0037ReplacedStatements: Migration = {
  name: "m0037-replaced-statements",
  needs: "m0026-error-signatures",
  async up(session) {
    await session.run("ALTER TABLE findings ADD COLUMN replaced_by TEXT");
  },
};
