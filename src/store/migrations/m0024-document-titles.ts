import type { Migration } from "./migration.js";

/** A short way to documents by their title: nobody types a longer one. */
export const m0024DocumentTitles: Migration = {
  name: "m0024-document-titles",
  async up(session) {
    await session.run(
      `CREATE INDEX search_documents_by_title ON search_documents (tenant, lower(title))
       WHERE title <> '' AND length(title) <= 80`,
    );
  },
};
