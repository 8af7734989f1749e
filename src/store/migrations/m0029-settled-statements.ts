import type { Migration } from "./migration.js";

/**
 * Whether a statement still holds (1) or a later one took its place (0), so that a start reads rows instead of comparing
 * all statements of a project. NULL: not compared yet, as those that a version before this one writes.
 */
export const m0029SettledStatements: Migration = {
  name: "m0029-settled-statements",
  needs: "m0026-error-signatures",
  async up(session) {
    await session.run("ALTER TABLE findings ADD COLUMN holds BIGINT");
  },
};
