import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../base/errors.js";
import { guideUrl } from "../../base/guide-url.js";
import { throttle } from "../../base/throttle.js";
import { selectColumn } from "../select-column.js";
import type { Sql, SqlRow, SqlSession, SqlValue } from "../sql.js";
import { diagnosticsOf } from "./postgres-diagnostics.js";
import { postgresDialect } from "./postgres-dialect.js";
import { explainPostgresError, isConnectionLost, isTransient } from "./postgres-errors.js";
import { openPool, type Pool } from "./postgres-pool.js";
import { batchReads, isOutdated, type LocalSettings, readBatch } from "./postgres-reads.js";
import { postgresQuery } from "./postgres-text.js";
import { beginAdd, beginWrite, transact, withSilenceTimeout } from "./transact.js";

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
const minServerVersion = 130_000;

/** The URL of the database without user and password. */
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
  const label = postgresLabel(url);
  const { address, hasSessions } = readAddress(url);
  const parameters = {
    statement_timeout: String(statementMs),
    lock_timeout: String(timeoutMs),
    idle_in_transaction_session_timeout: String(6 * timeoutMs),
    standard_conforming_strings: "on",
    // Few of the nearest vectors belong to one tenant: the index scan continues until it has enough of these. Where the
    // planner uses it, that takes far fewer; the default of 20,000 ended scans in tables of many tenants without results.
    "hnsw.iterative_scan": "relaxed_order",
    "hnsw.max_scan_tuples": "200000",
  };
  const pool = await openPool(address, {
    connections,
    timeoutMs,
    hasSessions,
    parameters: hasSessions ? parameters : {},
  });
  try {
    await retryTransient(timeoutMs, () => checkVersion(pool, label), label);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const settings = hasSessions ? {} : parameters;
  const silenceTimeoutMs = statementMs + timeoutMs;
  return createPostgresSql({ ...options, pool, connections, timeoutMs, silenceTimeoutMs, settings, hasSessions });
}

/** `?pooling=transaction` is ours: behind such a pooler nothing may outlast a transaction. */
function readAddress(url: string): { address: string; hasSessions: boolean } {
  const address = new URL(url);
  const hasSessions = address.searchParams.get("pooling") !== "transaction";
  address.searchParams.delete("pooling");
  return { address: hasSessions ? url : address.href, hasSessions };
}

async function checkVersion(pool: Pool, label: string): Promise<void> {
  const [row] = await pool.use(({ client }) => client.unsafe("SHOW server_version_num"));
  if (Number(row?.server_version_num) >= minServerVersion) return;
  throw new AppError("unavailable", `The PostgreSQL server of ${label} is too old.`, {
    hint: "Use PostgreSQL 13 or later.",
  });
}

/**
 * Retries transient failures with exponential backoff and jitter. On startup, at the address `startingAt`, an unreachable
 * server is reported at once; later it may be restarting.
 */
async function retryTransient<T>(timeoutMs: number, attempt: () => Promise<T>, startingAt?: string): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (let pauseMs = 5; ; pauseMs = Math.min(pauseMs * 2, 250)) {
    try {
      return await attempt();
    } catch (error) {
      const isStarting = error instanceof Error && "code" in error && error.code === "57P03";
      const isRetryable =
        isTransient(error) || isOutdated(error) || isStarting || (isConnectionLost(error) && startingAt === undefined);
      if (!isRetryable || Date.now() > end) throw explainPostgresError(error, startingAt ?? "");
    }
    await sleep(pauseMs * (0.5 + Math.random()));
  }
}

interface Deps extends Required<Pick<PostgresOptions, "tenant" | "connections" | "timeoutMs">> {
  readonly pool: Pool;
  /** After this long without an answer a connection counts as lost. */
  readonly silenceTimeoutMs: number;
  /** Set in every transaction, where they cannot be set for a session. */
  readonly settings: LocalSettings;
  readonly hasSessions: boolean;
}

function createPostgresSql(deps: Deps): Sql {
  const { pool, connections, timeoutMs, silenceTimeoutMs, settings, hasSessions, tenant: currentTenant } = deps;
  // One connection of this process waits for a tenant's lock, and half of them add records for one tenant: the others
  // stay free for other tenants.
  const writeQueues = createQueues(1);
  const addQueues = createQueues(Math.max(1, Math.floor(connections / 2)));

  /** As of the last write. */
  let isDiskFull = false;

  const write = <T>(body: (session: SqlSession) => Promise<T>, adding?: string): Promise<T> => {
    const tenant = currentTenant();
    const [queues, begin] =
      adding === undefined
        ? [writeQueues, beginWrite(tenant, settings)]
        : [addQueues, beginAdd(tenant, adding, settings)];
    const attempt = () => pool.use((connection) => transact(connection, begin, body, silenceTimeoutMs));
    const result = queues(tenant, () => retryTransient(timeoutMs, attempt));
    result.then(
      () => {
        isDiskFull = false;
        if (adding !== undefined) announce();
      },
      (error) => {
        isDiskFull ||= error instanceof AppError && error.details.unwritable === "disk-full";
      },
    );
    return result;
  };
  /**
   * After the commit and at most once a second: a transaction that notifies would hold a lock of the whole server until
   * its commit is on disk (decision 0083). Without a payload, because every role can listen.
   */
  const announce = throttle(1000, () => {
    const notify = () => pool.use(({ client }) => client.unsafe(`NOTIFY ${channel}`));
    notify().catch(() => {});
  });
  const readFor = batchReads((tenant, queries) =>
    retryTransient(timeoutMs, () =>
      pool.use((connection) =>
        withSilenceTimeout(connection, readBatch(connection, tenant, queries, settings), silenceTimeoutMs),
      ),
    ),
  );
  const read = async <R extends SqlRow>(text: string, params: readonly SqlValue[]) =>
    (await readFor(currentTenant(), postgresQuery(text, params))) as R[];

  const sql: Sql = {
    dialect: postgresDialect,
    all: <R extends SqlRow>(text: string, params: readonly SqlValue[] = []) =>
      isRead(text) ? read<R>(text, params) : write((session) => session.all<R>(text, params)),
    run: (text, params = []) => write((session) => session.run(text, params)),
    transaction: write,
    integrity: async () => {
      await read("SELECT 1 AS x", []);
      return "ok";
    },
    async writes() {
      const [isReplica] = await selectColumn<number>(sql, isReadOnly);
      return isReplica ? "read-only" : isDiskFull ? "disk-full" : "ok";
    },
    ...(hasSessions ? { listen: (wake: () => void) => pool.listen(channel, wake) } : {}),
    pool: () => pool.usage,
    diagnostics: () => diagnosticsOf((text) => read(text, [])),
    async size() {
      return (await selectColumn<number>(sql, "SELECT pg_database_size(current_database()) AS n"))[0] ?? 0;
    },
    // Autovacuum reuses the space of deleted rows. Only the owner of the tables may run VACUUM, so the guide says when to.
    eraseDeleted: async () => true,
    async seesEveryTenant() {
      return (await selectColumn<number>(sql, "SELECT NOT row_security_active('search_documents') AS is"))[0] === 1;
    },
    async backup() {
      throw new AppError("invalid", "`throughline backup` does not support PostgreSQL.", {
        hint: `Use \`pg_dump --format=custom --file=FILE DATABASE\`; see ${guideUrl("team-service-database")}.`,
      });
    },
    close: () => pool.end(),
  };
  return sql;
}

/** Wakes processes that embed documents. */
const channel = "throughline_documents";

/** Not `transaction_read_only`, which every read sets. */
const isReadOnly = `SELECT pg_is_in_recovery() OR current_setting('default_transaction_read_only') = 'on' AS is`;

const isRead = (text: string): boolean => /^\s*(SELECT|WITH|VALUES)\b/i.test(text);

/** A queue per name that lets `max` through at a time, in order of arrival; removed when it is empty. */
function createQueues(max: number) {
  const queues = new Map<string, { running: number; readonly waiting: (() => void)[] }>();
  return async <T>(name: string, body: () => Promise<T>): Promise<T> => {
    const queue = queues.get(name) ?? { running: 0, waiting: [] };
    queues.set(name, queue);
    if (queue.running >= max) await new Promise<void>((resolve) => queue.waiting.push(resolve));
    else queue.running++;
    try {
      return await body();
    } finally {
      const next = queue.waiting.shift();
      if (next) next();
      else queue.running--;
      if (queue.running === 0) queues.delete(name);
    }
  };
}
