import { setTimeout as sleep } from "node:timers/promises";
import type postgres from "postgres";
import { AppError } from "../../base/errors.js";
import { createMutex } from "../mutex.js";
import type { DatabaseDiagnostic, Sql, SqlRow, SqlSession, SqlValue } from "../sql.js";
import { diagnosticsOf } from "./postgres-diagnostics.js";
import { postgresDialect } from "./postgres-dialect.js";
import { explainPostgresError, isGone, isPassing, unknownOutcome } from "./postgres-errors.js";
import { type Connection, openPool, type Pool } from "./postgres-pool.js";
import { batchReads, isOutdated, readBatch } from "./postgres-reads.js";
import { literal, postgresQuery } from "./postgres-text.js";

export interface PostgresOptions {
  /** The tenant whose rows the current statements may touch. */
  tenant(): string;
  /** Maximum connections of this process. */
  readonly connections?: number;
  /** How long a statement may take. */
  readonly statementMs?: number;
  /** How long a call waits for the server to come back, and a write for other writers. */
  readonly timeoutMs?: number;
}

const defaults = { connections: 10, statementMs: 30_000, timeoutMs: 10_000 };
const oldestVersion = 130_000;
/** Statements with many parameters are rows of many numbers: kept prepared, they would only take memory. */
const maxPreparedParameters = 40;

/** Where the database is, without the user and the password. */
export function postgresLabel(url: string): string {
  try {
    const { host, pathname } = new URL(url);
    return `postgres://${host}${pathname}`;
  } catch {
    return "postgres://?";
  }
}

/** Connects to a database on a PostgreSQL server. */
export async function openPostgres(url: string, options: PostgresOptions): Promise<Sql> {
  const { connections, statementMs, timeoutMs } = { ...defaults, ...options };
  const at = postgresLabel(url);
  const pool = await openPool(url, {
    connections,
    connectTimeoutMs: timeoutMs,
    parameters: {
      statement_timeout: String(statementMs),
      lock_timeout: String(timeoutMs),
      idle_in_transaction_session_timeout: String(6 * timeoutMs),
      standard_conforming_strings: "on",
      // Few of the nearest vectors belong to one tenant: the index scan continues until it has enough of these.
      "hnsw.iterative_scan": "relaxed_order",
    },
  });
  const retryPolicy = { at, timeoutMs, silenceTimeoutMs: statementMs + timeoutMs };
  try {
    await retryTransient({ ...retryPolicy, isStart: true }, () => checkVersion(pool, at));
  } catch (error) {
    await pool.end();
    throw error;
  }
  return createPostgresSql(pool, retryPolicy, options.tenant);
}

async function checkVersion(pool: Pool, at: string): Promise<void> {
  const [row] = await pool.use(({ client }) => client.unsafe("SHOW server_version_num"));
  if (Number(row?.server_version_num) >= oldestVersion) return;
  throw new AppError("unavailable", `The PostgreSQL server of ${at} is too old.`, {
    hint: "Use PostgreSQL 13 or later.",
  });
}

interface RetryPolicy {
  readonly at: string;
  readonly timeoutMs: number;
  /** After this long without an answer a connection counts as lost. */
  readonly silenceTimeoutMs: number;
  /** On startup an unreachable server is reported at once; later it may be restarting. */
  readonly isStart?: boolean;
}

/** Retries transient failures with exponential backoff and jitter. */
async function retryTransient<T>({ at, timeoutMs, isStart }: RetryPolicy, attempt: () => Promise<T>): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (let pauseMs = 5; ; pauseMs = Math.min(pauseMs * 2, 250)) {
    try {
      return await attempt();
    } catch (error) {
      const isStarting = error instanceof Error && "code" in error && error.code === "57P03";
      const canPass = isPassing(error) || isOutdated(error) || isStarting || (isGone(error) && !isStart);
      if (!canPass || Date.now() > end) throw explainPostgresError(error, at);
    }
    await sleep(pauseMs * (0.5 + Math.random()));
  }
}

function createPostgresSql(pool: Pool, retryPolicy: RetryPolicy, currentTenant: () => string): Sql {
  const writers = createQueues();

  const write = <T>(body: (session: SqlSession) => Promise<T>): Promise<T> => {
    const tenant = currentTenant();
    // One connection of this process waits for a tenant's lock; the others stay free for other tenants.
    return writers(tenant, () =>
      retryTransient(retryPolicy, () =>
        pool.use((connection) => transact(connection, beginWrite(tenant), body, retryPolicy)),
      ),
    );
  };
  const readFor = batchReads((tenant, queries) =>
    retryTransient(retryPolicy, () =>
      pool.use((connection) =>
        withSilenceTimeout(connection, readBatch(connection, tenant, queries), retryPolicy.silenceTimeoutMs),
      ),
    ),
  );
  const read = async <R extends SqlRow>(text: string, params: readonly SqlValue[]) =>
    (await readFor(currentTenant(), postgresQuery(text, params))) as R[];

  const sql: Sql = {
    dialect: postgresDialect,
    all: <R extends SqlRow>(text: string, params: readonly SqlValue[] = []) =>
      isReading(text) ? read<R>(text, params) : write((session) => session.all<R>(text, params)),
    run: (text, params = []) => write((session) => session.run(text, params)),
    transaction: write,
    integrity: async () => {
      await read("SELECT 1 AS x", []);
      return "ok";
    },
    notes: (): Promise<DatabaseDiagnostic[]> => diagnosticsOf((text) => read(text, [])),
    async size() {
      const [row] = await read<{ n: number }>("SELECT pg_database_size(current_database()) AS n", []);
      return Number(row?.n ?? 0);
    },
    // Autovacuum reuses the space of deleted rows. Only the owner of the tables may run VACUUM, so the guide says when to.
    eraseDeleted: async () => true,
    async seesEveryTenant() {
      const [row] = await read<{ is: number }>("SELECT NOT row_security_active('search_documents') AS is", []);
      return row?.is === 1;
    },
    async backup() {
      throw new AppError("invalid", "`throughline backup` does not support PostgreSQL.", {
        hint: "Use `pg_dump --format=custom --file=FILE DATABASE`; see docs/guides/team-service-database.md.",
      });
    },
    close: () => pool.end(),
  };
  return sql;
}

const isReading = (text: string): boolean => /^\s*(SELECT|WITH|VALUES)\b/i.test(text);

/**
 * Writers of one tenant take turns, as they do in SQLite: what a transaction has read stays true until it has written
 * (decision 0080). Lock and tenant end with the transaction, however it ends.
 */
const beginWrite = (tenant: string) =>
  `BEGIN ISOLATION LEVEL READ COMMITTED;
   SELECT set_config('throughline.tenant', ${literal(tenant)}, true),
     pg_advisory_xact_lock(hashtext('throughline'), hashtext(${literal(tenant)}))`;

async function transact<T>(
  connection: Connection,
  begin: string,
  body: (session: SqlSession) => Promise<T>,
  { at, silenceTimeoutMs }: RetryPolicy,
): Promise<T> {
  const { client } = connection;
  let maxMs = silenceTimeoutMs;
  const ask = <R extends postgres.Row[]>(query: postgres.PendingQuery<R>) => {
    // What comes after a loss would run outside of the transaction.
    if (connection.isLost) return Promise.reject(lost());
    return withSilenceTimeout(connection, query.execute(), maxMs);
  };
  const session: SqlSession = {
    dialect: postgresDialect,
    all: async <R extends SqlRow>(text: string, params: readonly SqlValue[] = []) =>
      [...(await ask(send(client, text, params)))] as unknown as R[],
    async run(text, params = []) {
      // Without a statement timeout, such as for an index on a large table, the wait is unlimited.
      if (text.startsWith("SET LOCAL statement_timeout")) maxMs = 0;
      return (await ask(send(client, text, params))).count ?? 0;
    },
  };
  let result: T;
  try {
    await ask(client.unsafe(begin));
    result = await body(session);
  } catch (error) {
    if (!connection.isLost && !isGone(error)) await ask(client.unsafe("ROLLBACK")).catch(() => {});
    throw error;
  }
  if (connection.isLost) throw lost();
  try {
    // Rolled back instead when a statement had failed and the body ignored it.
    const { command } = await ask(client.unsafe("COMMIT"));
    if (command === "ROLLBACK") throw new Error("The transaction had failed and was rolled back.");
    return result;
  } catch (error) {
    if (!isGone(error)) throw error;
    connection.isLost = true;
    throw unknownOutcome(error, at);
  }
}

const lost = () => Object.assign(new Error("The connection broke."), { code: "CONNECTION_CLOSED" });

/** The answer, or a loss when none came: a server that vanished from the network closes no connection. */
async function withSilenceTimeout<T>(connection: Connection, answer: Promise<T>, maxMs: number): Promise<T> {
  if (maxMs === 0) return answer;
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, fail) => {
    timer = setTimeout(() => {
      connection.isLost = true;
      fail(lost());
    }, maxMs);
  });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearTimeout(timer);
  }
}

function send(client: postgres.Sql, text: string, params: readonly SqlValue[]) {
  const query = postgresQuery(text, params);
  return client.unsafe(query.text, query.params as postgres.ParameterOrJSON<never>[], {
    prepare: query.params.length > 0 && query.params.length <= maxPreparedParameters,
  });
}

/** A queue per name, removed when it is empty. */
function createQueues() {
  const queues = new Map<string, { readonly mutex: ReturnType<typeof createMutex>; length: number }>();
  return async <T>(name: string, body: () => Promise<T>): Promise<T> => {
    const queue = queues.get(name) ?? { mutex: createMutex(), length: 0 };
    queues.set(name, queue);
    queue.length++;
    try {
      return await queue.mutex(body);
    } finally {
      queue.length--;
      if (queue.length === 0) queues.delete(name);
    }
  };
}
