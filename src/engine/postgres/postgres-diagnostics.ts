import type { DatabaseDiagnostic, SqlRow } from "../sql.js";

type ServerState = Readonly<
  Record<"version", string> & Record<"replica" | "bypasses" | "trigrams" | "vectors" | "offered", number>
>;

const stateQuery = `SELECT current_setting('server_version') AS version,
  (pg_is_in_recovery() OR current_setting('default_transaction_read_only') = 'on')::int AS replica,
  (NOT row_security_active('search_documents'))::int AS bypasses,
  (EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'))::int AS trigrams,
  (to_regclass('search_places') IS NOT NULL)::int AS vectors,
  (EXISTS (SELECT 1 FROM pg_available_extensions WHERE name = 'vector'))::int AS offered`;

/** Diagnostics about the server, for `doctor`. */
export async function diagnosticsOf(read: (text: string) => Promise<SqlRow[]>): Promise<DatabaseDiagnostic[]> {
  const [state] = (await read(stateQuery)) as ServerState[];
  if (!state) return [];
  return [
    info(`PostgreSQL ${state.version}`),
    ...(state.replica ? [warn("It can only be read: a replica, or made read-only.")] : []),
    state.bypasses
      ? info("Row-level security does not bind this user, who owns the tables or is a superuser: for one person only.")
      : info("Row-level security keeps this user to one tenant at a time."),
    vectorDiagnostic(state),
    ...(state.trigrams ? [] : [warn("pg_trgm is missing: mistyped words are found by their beginnings only.")]),
  ];
}

const vectorDiagnostic = ({ vectors, offered }: ServerState): DatabaseDiagnostic => {
  if (vectors) return info("Vectors: pgvector with an HNSW index.");
  if (offered)
    return info("Vectors: compared within what words find. pgvector is offered by the server but not set up.");
  return info("Vectors: compared exactly, within what words find; the server has no pgvector.");
};

const info = (text: string): DatabaseDiagnostic => ({ isWarning: false, text });
const warn = (text: string): DatabaseDiagnostic => ({ isWarning: true, text });
