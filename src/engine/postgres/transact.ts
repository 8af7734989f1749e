import type postgres from "postgres";
import { withTimeout } from "../../base/with-timeout.js";
import type { SqlRow, SqlSession, SqlValue } from "../sql.js";
import { postgresDialect } from "./postgres-dialect.js";
import { isConnectionLost, unknownOutcome } from "./postgres-errors.js";
import type { Connection } from "./postgres-pool.js";
import { type LocalSettings, setLocal } from "./postgres-reads.js";
import { literal, postgresQuery } from "./postgres-text.js";

/** Statements with more parameters are batch inserts of varying size; preparing them would only take memory. */
const maxPreparedParameters = 40;

/**
 * Writers of one tenant run one at a time, as in SQLite: what a transaction has read stays true until it has written
 * (decision 0080). Those that only add a record wait for these, and for those that add the same one. Lock and tenant
 * setting end with the transaction, however it ends.
 */
export function beginWrite(tenant: string, adding: string | undefined, settings: LocalSettings): string {
  const own = `(hashtext('throughline'), hashtext(${literal(tenant)}))`;
  const record = `hashtextextended(${literal(`${tenant}\n${adding}`)}, 0)`;
  const shared = `pg_advisory_xact_lock_shared${own}, pg_advisory_xact_lock(${record})`;
  return `BEGIN ISOLATION LEVEL READ COMMITTED;
   SELECT set_config('throughline.tenant', ${literal(tenant)}, true)${setLocal(settings)},
     ${adding === undefined ? `pg_advisory_xact_lock${own}` : shared}`;
}

export async function transact<T>(
  connection: Connection,
  begin: string,
  body: (session: SqlSession) => Promise<T>,
  silenceTimeoutMs: number,
): Promise<T> {
  const { client } = connection;
  let maxMs = silenceTimeoutMs;
  const query = <R extends postgres.Row[]>(query: postgres.PendingQuery<R>) => {
    // After a reconnect, a statement would run outside of the transaction.
    if (connection.isLost) return Promise.reject(connectionLost());
    return withSilenceTimeout(connection, query.execute(), maxMs);
  };
  const session: SqlSession = {
    dialect: postgresDialect,
    all: async <R extends SqlRow>(text: string, params: readonly SqlValue[] = []) =>
      [...(await query(send(connection, text, params)))] as unknown as R[],
    async run(text, params = []) {
      // Without a statement timeout, such as for an index on a large table, the wait is unlimited.
      if (text.startsWith("SET LOCAL statement_timeout")) maxMs = 0;
      return (await query(send(connection, text, params))).count ?? 0;
    },
  };
  let result: T;
  try {
    await query(client.unsafe(begin));
    result = await body(session);
  } catch (error) {
    if (!connection.isLost && !isConnectionLost(error)) await query(client.unsafe("ROLLBACK")).catch(() => {});
    throw error;
  }
  if (connection.isLost) throw connectionLost();
  try {
    // Rolled back instead when a statement had failed and the body ignored it.
    const { command } = await query(client.unsafe("COMMIT"));
    if (command === "ROLLBACK") throw new Error("The transaction had failed and was rolled back.");
    return result;
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    connection.isLost = true;
    throw unknownOutcome(error);
  }
}

const connectionLost = () => Object.assign(new Error("The connection broke."), { code: "CONNECTION_CLOSED" });

/** Treats a connection without a response as lost: a server that vanished from the network does not close it. */
export async function withSilenceTimeout<T>(connection: Connection, result: Promise<T>, maxMs: number): Promise<T> {
  const answer = maxMs === 0 ? await result : await withTimeout(result, maxMs, silence);
  if (answer !== silence) return answer;
  connection.isLost = true;
  throw connectionLost();
}

const silence = Symbol();

function send({ client, statements }: Connection, text: string, params: readonly SqlValue[]) {
  const query = postgresQuery(text, params);
  const isPrepared =
    statements !== undefined && query.params.length > 0 && query.params.length <= maxPreparedParameters;
  return client.unsafe(query.text, query.params as postgres.ParameterOrJSON<never>[], { prepare: isPrepared });
}
