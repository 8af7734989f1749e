import { addition, callOnChanges, createTable, onServers } from "./migration.js";

/** Adds to a row that no other transaction is changing, or to a new one: there are as many as were ever needed at once. */
const addCounts = (rows: string, sign: "" | "-") =>
  `FOR r IN SELECT tenant, ${sign}count(*) AS n FROM ${rows} GROUP BY tenant LOOP
     UPDATE search_counts SET documents = documents + r.n WHERE tenant = r.tenant AND slot = (
       SELECT c.slot FROM search_counts c WHERE c.tenant = r.tenant LIMIT 1 FOR UPDATE SKIP LOCKED);
     CONTINUE WHEN FOUND;
     INSERT INTO search_counts (tenant, slot, documents) VALUES (r.tenant, pg_backend_pid(), r.n)
     ON CONFLICT (tenant, slot) DO UPDATE SET documents = search_counts.documents + excluded.documents;
   END LOOP`;

const statements = [
  createTable(
    "search_counts",
    "tenant TEXT DEFAULT throughline_tenant(), slot BIGINT, documents BIGINT",
    "tenant, slot",
  ),
  "INSERT INTO search_counts (tenant, slot, documents) SELECT tenant, 0, count(*) FROM search_documents GROUP BY tenant",
  `CREATE FUNCTION throughline_count_documents() RETURNS TRIGGER LANGUAGE plpgsql AS $$ DECLARE r RECORD; BEGIN
     IF TG_OP = 'INSERT' THEN ${addCounts("added", "")}; ELSE ${addCounts("removed", "-")}; END IF;
     RETURN NULL;
   END $$`,
  ...callOnChanges(
    "throughline_count_documents",
    "search_documents",
    "search_documents_added",
    "search_documents_removed",
  ),
];

/**
 * On a server, the number of a tenant's documents is kept instead of counted: counting takes longer the more there are.
 * In several rows per tenant, so that concurrent writers do not wait for each other. By triggers, so that servers of the
 * version before keep it right too.
 */
export const m0027DocumentCounts = addition("m0027-document-counts", onServers(statements));
