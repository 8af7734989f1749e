import type postgres from "postgres";
import { AppError } from "../../base/errors.js";
import { sha256 } from "../../base/sha256.js";
import type { PoolUse } from "../sql.js";
import { isConnectionLost } from "./postgres-errors.js";

/** One connection for its lifetime. The driver would reconnect silently; we use a new client instead. */
export interface Connection {
  readonly client: postgres.Sql;
  /** Absent where statements of one connection may reach different sessions of the server. */
  readonly statements: Statements | undefined;
  isLost: boolean;
}

export type Pool = Awaited<ReturnType<typeof openPool>>;

export interface PoolOptions {
  readonly connections: number;
  /** How long a caller waits for a free connection, and a connection for the server. */
  readonly timeoutMs: number;
  /** False behind a pooler that gives each transaction another session. */
  readonly hasSessions: boolean;
  /** Parameters of the session, such as `statement_timeout`. */
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * Clients of one connection each, used by one caller at a time, which may send several statements without
 * waiting for their answers, and knows when it broke.
 */
export async function openPool(url: string, options: PoolOptions) {
  const { default: connect } = await import("postgres");
  const free: Connection[] = [];
  const waiters = new Set<() => void>();
  let inUse = 0;
  let isEnded = false;

  const connectNew = (): Connection => {
    const connection: Connection = {
      isLost: false,
      statements: options.hasSessions ? createStatements() : undefined,
      client: connect(url, {
        ...{ max: 1, max_lifetime: null, idle_timeout: 300, fetch_types: false, backoff: () => 0 },
        connect_timeout: options.timeoutMs / 1000,
        connection: { application_name: "throughline", ...options.parameters },
        // Ignores notices such as "table already exists".
        onnotice: () => {},
        onclose: () => {
          connection.isLost = true;
        },
        types: sqliteCompatibleTypes,
      }),
    };
    return connection;
  };
  const waitForTurn = () =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        waiters.delete(take);
        reject(allInUse(options.connections));
      }, options.timeoutMs);
      const take = () => {
        clearTimeout(timer);
        resolve();
      };
      waiters.add(take);
    });
  const acquire = async (): Promise<Connection> => {
    if (inUse >= options.connections) await waitForTurn();
    else inUse++;
    for (let connection = free.pop(); connection; connection = free.pop()) if (!connection.isLost) return connection;
    return connectNew();
  };
  const release = (connection: Connection) => {
    if (connection.isLost || isEnded) abandon(connection.client);
    else free.push(connection);
    // In order of arrival: the place passes on, so that a newcomer cannot take it.
    const [next] = waiters;
    if (!next) inUse--;
    else {
      waiters.delete(next);
      next();
    }
  };

  return {
    /** Waits for a free connection, at most `timeoutMs`. */
    async use<T>(body: (connection: Connection) => Promise<T>): Promise<T> {
      const connection = await acquire();
      try {
        return await body(connection);
      } catch (error) {
        // Set before the driver's close event: a statement sent now would never be answered.
        if (isConnectionLost(error)) connection.isLost = true;
        throw error;
      } finally {
        release(connection);
      }
    },
    /** Listens on a connection of its own, which is opened again when it breaks. */
    async listen(channel: string, onNotify: () => void): Promise<() => Promise<void>> {
      let client: postgres.Sql | undefined;
      let timer: NodeJS.Timeout | undefined;
      let isStopped = false;
      // Not the driver's own `listen`, whose pending reconnect outlives `end` and keeps the process alive.
      const open = async () => {
        const opened = connect(url, {
          ...{ max: 1, max_lifetime: null, fetch_types: false, backoff: () => 0, onnotice: () => {} },
          ...{ onnotify: onNotify, onclose: () => opened === client && reopen() },
        });
        client = opened;
        await opened.unsafe(`LISTEN ${channel}`);
      };
      const reopen = () => {
        clearTimeout(timer);
        if (isStopped) return;
        void client?.end({ timeout: 0 });
        client = undefined;
        // Notifications may have been missed meanwhile.
        timer = setTimeout(() => open().then(onNotify, reopen), reconnectMs).unref();
      };
      await open().catch(reopen);
      return async () => {
        isStopped = true;
        clearTimeout(timer);
        await client?.end({ timeout: 1 });
      };
    },
    get usage(): PoolUse {
      return { inUse, waiting: waiters.size, max: options.connections };
    },
    async end(): Promise<void> {
      isEnded = true;
      await Promise.all(free.map(({ client }) => client.end({ timeout: 5 })));
    },
  };
}

const reconnectMs = 1000;

/**
 * Ends a client without waiting. For statements that were sent together the driver connects again, from a timer that `end`
 * leaves running: that connection would keep the process alive until it counts as idle. Without a socket it fails.
 */
function abandon(client: postgres.Sql): void {
  Object.assign(client.options, { socket: () => Promise.reject(new Error("The client was ended.")) });
  void client.end({ timeout: 0 });
}

const allInUse = (connections: number) =>
  new AppError("unavailable", "All connections to the database are in use.", {
    hint: `Try again; the operator can raise database.connections (${connections}).`,
  });

const toNumber = (text: string): number | bigint => {
  const number = Number(text);
  return Number.isSafeInteger(number) || text.includes(".") ? number : BigInt(text);
};

/** 64-bit integers, their sums and booleans, as SQLite returns them. */
const sqliteCompatibleTypes = {
  whole: { to: 20, from: [20], serialize: String, parse: toNumber },
  sum: { to: 1700, from: [1700], serialize: String, parse: Number },
  truth: { to: 16, from: [16], serialize: String, parse: (text: string) => (text === "t" ? 1 : 0) },
};

/** The names under which a connection has prepared statements. */
type Statements = ReturnType<typeof createStatements>;

/** Derived from the statement's text, so that a name never means another statement, even behind a connection pooler. */
function createStatements() {
  const names = new Map<string, string>();
  return {
    name(statement: string): { readonly name: string; readonly isNew: boolean } {
      const existing = names.get(statement);
      if (existing) return { name: existing, isNew: false };
      const name = `throughline_${sha256(statement).slice(0, 32)}`;
      names.set(statement, name);
      return { name, isNew: true };
    },
    forget: (statement: string): void => void names.delete(statement),
  };
}
