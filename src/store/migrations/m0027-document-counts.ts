import type { Migration } from "./migration.js";

/**
 * On a server, the number of a tenant's documents is kept instead of counted: counting takes longer the more there are.
 * In several rows per tenant, so that concurrent writers seldom wait for each other. By triggers, so that servers of the
 * version before keep it right too.
 */
export const m0027DocumentCounts: Migration = {
  name: "m0027-document-counts",
  needs: "m0026-error-signatures",
  async up(session) {
    if (!session.dialect.isKeyedByTenant) return;
    for (const statement of statements) await session.run(statement);
  },
};

const slots = 16;

/** Adds to the row of this connection. */
const addCounts = (rows: string, sign: "" | "-") =>
  `INSERT INTO search_counts (tenant, slot, documents)
   SELECT tenant, pg_backend_pid() % ${slots}, ${sign}count(*) FROM ${rows} GROUP BY tenant
   ON CONFLICT (tenant, slot) DO UPDATE SET documents = search_counts.documents + excluded.documents`;

const statements = [
  `CREATE TABLE search_counts (
    tenant TEXT NOT NULL DEFAULT throughline_tenant(),
    slot BIGINT NOT NULL,
    documents BIGINT NOT NULL,
    PRIMARY KEY (tenant, slot)
  )`,
  "INSERT INTO search_counts (tenant, slot, documents) SELECT tenant, 0, count(*) FROM search_documents GROUP BY tenant",
  `CREATE FUNCTION throughline_count_documents() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
     IF TG_OP = 'INSERT' THEN ${addCounts("added", "")}; ELSE ${addCounts("removed", "-")}; END IF;
     RETURN NULL;
   END $$`,
  `CREATE TRIGGER search_documents_added AFTER INSERT ON search_documents REFERENCING NEW TABLE AS added
   FOR EACH STATEMENT EXECUTE FUNCTION throughline_count_documents()`,
  `CREATE TRIGGER search_documents_removed AFTER DELETE ON search_documents REFERENCING OLD TABLE AS removed
   FOR EACH STATEMENT EXECUTE FUNCTION throughline_count_documents()`,
];
