import { addition, onServers } from "./migration.js";

const statements = [
  `CREATE TABLE embedding_queue (
    tenant TEXT NOT NULL DEFAULT throughline_tenant(),
    nr BIGINT NOT NULL,
    claimed_until TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (tenant, nr)
  )`,
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
  `CREATE TRIGGER search_documents_queued AFTER INSERT ON search_documents REFERENCING NEW TABLE AS added
   FOR EACH STATEMENT EXECUTE FUNCTION throughline_queue_documents()`,
  `CREATE TRIGGER search_documents_unqueued AFTER DELETE ON search_documents REFERENCING OLD TABLE AS removed
   FOR EACH STATEMENT EXECUTE FUNCTION throughline_queue_documents()`,
];

/**
 * On a server, documents that wait for vectors are rows, so that several processes can share the work. By triggers, so
 * that those of servers of the version before are embedded too.
 */
export const m0028EmbeddingQueue = addition("m0028-embedding-queue", onServers(statements));
