import type postgres from "postgres";
import { isGone } from "./postgres-errors.js";
import { createStatements, type Statements } from "./postgres-statements.js";

/** One connection for its lifetime. The driver would reconnect silently; we use a new client instead. */
export interface Connection {
  readonly client: postgres.Sql;
  readonly statements: Statements;
  isLost: boolean;
}

export interface Pool {
  use<T>(body: (connection: Connection) => Promise<T>): Promise<T>;
  end(): Promise<void>;
}

export interface PoolOptions {
  readonly connections: number;
  readonly connectTimeoutMs: number;
  /** Parameters of the session, such as `statement_timeout`. */
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * Clients of one connection each, used by one caller at a time, which may send several statements without
 * waiting for their answers, and knows when it broke.
 */
export async function openPool(url: string, options: PoolOptions): Promise<Pool> {
  const { default: connect } = await import("postgres");
  const free: Connection[] = [];
  const waiting: (() => void)[] = [];
  let lent = 0;
  let isEnded = false;

  const make = (): Connection => {
    const connection: Connection = {
      isLost: false,
      statements: createStatements(),
      client: connect(url, {
        ...{ max: 1, max_lifetime: null, idle_timeout: 300, fetch_types: false, backoff: () => 0 },
        connect_timeout: options.connectTimeoutMs / 1000,
        connection: { application_name: "throughline", ...options.parameters },
        // Ignores notices such as "table already exists".
        onnotice: () => {},
        onclose: () => {
          connection.isLost = true;
        },
        types: asSqliteAnswers,
      }),
    };
    return connection;
  };
  const take = async (): Promise<Connection> => {
    while (lent >= options.connections) await new Promise<void>((resolve) => waiting.push(resolve));
    lent++;
    for (let known = free.pop(); known; known = free.pop()) if (!known.isLost) return known;
    return make();
  };
  const give = (connection: Connection) => {
    lent--;
    if (connection.isLost || isEnded) void connection.client.end({ timeout: 0 });
    else free.push(connection);
    waiting.shift()?.();
  };

  return {
    async use(body) {
      const connection = await take();
      try {
        return await body(connection);
      } catch (error) {
        // Known before the driver says so: nothing more may be sent, it would never be answered.
        if (isGone(error)) connection.isLost = true;
        throw error;
      } finally {
        give(connection);
      }
    },
    async end() {
      isEnded = true;
      await Promise.all(free.map(({ client }) => client.end({ timeout: 5 })));
    },
  };
}

const toNumber = (text: string): number | bigint => {
  const number = Number(text);
  return Number.isSafeInteger(number) || text.includes(".") ? number : BigInt(text);
};

/** Whole numbers of 64 bits, sums of them and truth values, as SQLite gives them. */
const asSqliteAnswers = {
  whole: { to: 20, from: [20], serialize: String, parse: toNumber },
  sum: { to: 1700, from: [1700], serialize: String, parse: Number },
  truth: { to: 16, from: [16], serialize: String, parse: (text: string) => (text === "t" ? 1 : 0) },
};
