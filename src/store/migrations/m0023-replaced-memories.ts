import type { Migration } from "./migration.js";

/** A short way from a memory to those it replaced. */
export const m0023ReplacedMemories: Migration = {
  name: "m0023-replaced-memories",
  async up(session) {
    await session.run(
      "CREATE INDEX memories_by_successor ON memories (tenant, superseded_by) WHERE superseded_by <> ''",
    );
  },
};
