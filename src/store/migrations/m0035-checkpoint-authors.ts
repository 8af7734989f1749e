import type { Migration } from "./migration.js";

/** Who saved a checkpoint, so that a person's can be exported and deleted; empty for earlier ones. */
export const m0035CheckpointAuthors: Migration = {
  name: "m0035-checkpoint-authors",
  needs: "m0026-error-signatures",
  async up(session) {
    await session.run("ALTER TABLE checkpoints ADD COLUMN author TEXT NOT NULL DEFAULT ''");
  },
};
