import type { Migration } from "./migration.js";

/** A short way to documents by their title. */
export const m0024DocumentTitles: Migration = {
  name: "m0024-document-titles",
  async up(session) {
    for (const statement of await session.dialect.fullText.titleTables(session)) await session.run(statement);
  },
};
