import { onServers, step } from "./migration.js";

/** A table whose statements do not name the tenant: it is that of the transaction. */
const withTenant = (table: string, key: string) => [
  `ALTER TABLE ${table} ADD COLUMN tenant TEXT NOT NULL DEFAULT throughline_tenant()`,
  ...keyedBy(table, key),
];

const keyedBy = (table: string, key: string) => [
  `ALTER TABLE ${table} DROP CONSTRAINT ${table}_pkey`,
  `ALTER TABLE ${table} ADD PRIMARY KEY (tenant, ${key})`,
];

/** Parts of a table can share a sequence; before PostgreSQL 17 they cannot share an identity. */
const countedBySequence = (table: string, column: string) => [
  `ALTER TABLE ${table} ALTER COLUMN ${column} DROP IDENTITY`,
  `CREATE SEQUENCE ${table}_numbers OWNED BY ${table}.${column}`,
  `ALTER TABLE ${table} ALTER COLUMN ${column} SET DEFAULT nextval('${table}_numbers')`,
];

const statements = [
  ...keyedBy("search_documents", "nr"),
  ...countedBySequence("search_documents", "nr"),
  "DROP INDEX search_vectors_by_document",
  ...withTenant("search_vectors", "seq"),
  ...countedBySequence("search_vectors", "seq"),
  "CREATE UNIQUE INDEX search_vectors_by_document ON search_vectors (tenant, nr, model, passage)",
  ...withTenant("search_state", "name"),
  ...keyedBy("exchanges", "number"),
  "DROP INDEX exchange_words_by_number",
  ...withTenant("exchange_words", "word, number"),
  "CREATE INDEX exchange_words_by_number ON exchange_words (tenant, number)",
  ...withTenant("spool_files", "name"),
];

/**
 * Where the database keeps tenants apart, every table carries the tenant and every key begins with it, so that tables
 * can be cut into parts by tenant. A file of one machine needs neither.
 */
export const m0007TenantKeys = step("m0007-tenant-keys", onServers(statements));
