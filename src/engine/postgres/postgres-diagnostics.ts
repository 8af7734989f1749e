import type { DatabaseDiagnostic, SqlRow } from "../sql.js";

interface Facts extends SqlRow {
  readonly version: string;
  readonly replica: number;
  readonly bypasses: number;
  readonly trigrams: number;
  readonly vectors: number;
  readonly offered: number;
}

const question = `SELECT current_setting('server_version') AS version,
  (pg_is_in_recovery() OR current_setting('default_transaction_read_only') = 'on')::int AS replica,
  (NOT row_security_active('search_documents'))::int AS bypasses,
  (EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'))::int AS trigrams,
  (to_regclass('search_places') IS NOT NULL)::int AS vectors,
  (EXISTS (SELECT 1 FROM pg_available_extensions WHERE name = 'vector'))::int AS offered`;

/** What is particular about this server. */
export async function diagnosticsOf(read: (text: string) => Promise<SqlRow[]>): Promise<DatabaseDiagnostic[]> {
  const [facts] = (await read(question)) as Facts[];
  if (!facts) return [];
  return [
    fine(`PostgreSQL ${facts.version}`),
    ...(facts.replica ? [warn("It can only be read: a replica, or made read-only.")] : []),
    facts.bypasses
      ? fine("Row-level security does not bind this user, who owns the tables or is a superuser: for one person only.")
      : fine("Row-level security keeps this user to one tenant at a time."),
    vectorDiagnostic(facts),
    ...(facts.trigrams ? [] : [warn("pg_trgm is missing: mistyped words are found by their beginnings only.")]),
  ];
}

const vectorDiagnostic = ({ vectors, offered }: Facts): DatabaseDiagnostic => {
  if (vectors) return fine("Vectors: pgvector with an HNSW index.");
  if (offered)
    return fine("Vectors: compared within what words find. pgvector is offered by the server but not set up.");
  return fine("Vectors: compared exactly, within what words find; the server has no pgvector.");
};

const fine = (text: string): DatabaseDiagnostic => ({ isWarning: false, text });
const warn = (text: string): DatabaseDiagnostic => ({ isWarning: true, text });
