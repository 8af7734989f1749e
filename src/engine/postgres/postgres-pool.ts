import type postgres from "postgres";

/** One connection. After it broke, a new one stands behind the same client; a transaction must not go on in it. */
export interface Connection {
  readonly client: postgres.Sql;
  /** Grows whenever the connection was lost. */
  losses: number;
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
 * Clients of one connection each, lent to one caller at a time: whoever has one may send several statements without
 * waiting for their answers, and knows when it broke.
 */
export async function openPool(url: string, options: PoolOptions): Promise<Pool> {
  const { default: connect } = await import("postgres");
  const free: Connection[] = [];
  const waiting: ((connection: Connection) => void)[] = [];
  const all: Connection[] = [];

  const make = (): Connection => {
    const connection: Connection = {
      losses: 0,
      client: connect(url, {
        ...{ max: 1, max_lifetime: null, idle_timeout: 300, fetch_types: false, backoff: () => 0.05 },
        connect_timeout: options.connectTimeoutMs / 1000,
        connection: { application_name: "throughline", ...options.parameters },
        // A notice that a table exists already is nobody's news.
        onnotice: () => {},
        onclose: () => {
          connection.losses++;
        },
        types: asSqliteAnswers,
      }),
    };
    all.push(connection);
    return connection;
  };
  const take = (): Promise<Connection> | Connection => {
    const known = free.pop();
    if (known) return known;
    if (all.length < options.connections) return make();
    return new Promise((resolve) => waiting.push(resolve));
  };
  const give = (connection: Connection) => {
    const next = waiting.shift();
    if (next) next(connection);
    else free.push(connection);
  };

  return {
    async use(body) {
      const connection = await take();
      try {
        return await body(connection);
      } finally {
        give(connection);
      }
    },
    async end() {
      await Promise.all(all.map(({ client }) => client.end({ timeout: 5 })));
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
