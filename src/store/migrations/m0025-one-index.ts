import { exchangeDocumentsState, exchangeDocumentsVersion } from "../archive/exchange-document.js";
import { writeState } from "../search/search-state.js";
import type { Migration } from "./migration.js";

/** Exchanges are found through the index of documents alone, which holds their commands and errors as details. */
export const m0025OneIndex: Migration = {
  name: "m0025-one-index",
  async up(session) {
    for (const table of ["exchange_word_counts", "exchange_words"]) await session.run(`DROP TABLE IF EXISTS ${table}`);
    await session.run("ALTER TABLE search_documents ADD COLUMN details TEXT NOT NULL DEFAULT ''");
    // Documents of exchanges that are here already lack their details: a process with time writes them again.
    // A server's state is per tenant, and a migration has none: there, the first pass finds nothing to write.
    const isFresh = (await session.all("SELECT 1 AS x FROM exchanges LIMIT 1")).length === 0;
    if (isFresh && !session.dialect.isKeyedByTenant)
      await writeState(session, exchangeDocumentsState, exchangeDocumentsVersion);
  },
};
