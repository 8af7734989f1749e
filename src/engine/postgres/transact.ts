import type postgres from "postgres";
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
 * (decision 0080). Lock and tenant setting end with the transaction, however it ends.
 */
export const beginWrite = (tenant: string, settings: LocalSettings) =>
  `BEGIN ISOLATION LEVEL READ COMMITTED;
   SELECT set_config('throughline.tenant', ${literal(tenant)}, true)${setLocal(settings)},
     pg_advisory_xact_lock(hashtext('throughline'), hashtext(${literal(tenant)}))`;

/** Those that only add a record wait for other writers of the tenant, and for those that add the same one. */
export const beginAdd = (tenant: string, key: string, settings: LocalSettings) =>
  `BEGIN ISOLATION LEVEL READ COMMITTED;
   SELECT set_config('throughline.tenant', ${literal(tenant)}, true)${setLocal(settings)},
     pg_advisory_xact_lock_shared(hashtext('throughline'), hashtext(${literal(tenant)})),
     pg_advisory_xact_lock(hashtextextended(${literal(`${tenant}\n${key}`)}, 0))`;

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
  if (maxMs === 0) return result;
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, fail) => {
    timer = setTimeout(() => {
      connection.isLost = true;
      fail(connectionLost());
    }, maxMs);
  });
  try {
    return await Promise.race([result, silence]);
  } finally {
    clearTimeout(timer);
  }
}

function send({ client, statements }: Connection, text: string, params: readonly SqlValue[]) {
  const query = postgresQuery(text, params);
  const isPrepared =
    statements !== undefined && query.params.length > 0 && query.params.length <= maxPreparedParameters;
  return client.unsafe(query.text, query.params as postgres.ParameterOrJSON<never>[], { prepare: isPrepared });
}
