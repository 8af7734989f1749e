import { addition, callOnChanges, createTable, onServers } from "./migration.js";

const statements = [
  createTable(
    "embedding_queue",
    "tenant TEXT DEFAULT throughline_tenant(), nr BIGINT, claimed_until TEXT DEFAULT ''",
    "tenant, nr",
  ),
  `INSERT INTO embedding_queue (tenant, nr) SELECT d.tenant, d.nr FROM search_documents d
   WHERE NOT EXISTS (SELECT 1 FROM search_vectors v WHERE v.tenant = d.tenant AND v.nr = d.nr)`,
  `CREATE FUNCTION throughline_queue_documents() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
     IF TG_OP = 'INSERT' THEN
       INSERT INTO embedding_queue (tenant, nr) SELECT tenant, nr FROM added ON CONFLICT DO NOTHING;
     ELSE
       DELETE FROM embedding_queue q USING removed r WHERE q.tenant = r.tenant AND q.nr = r.nr;
     END IF;
     RETURN NULL;
   END $$`,
  ...callOnChanges(
    "throughline_queue_documents",
    "search_documents",
    "search_documents_queued",
    "search_documents_unqueued",
  ),
];

/**
 * On a server, documents that wait for vectors are rows, so that several processes can share the work. By triggers, so
 * that those of servers of the version before are embedded too.
 */
export const m0028EmbeddingQueue = addition("m0028-embedding-queue", onServers(statements));
