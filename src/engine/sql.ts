export type SqlValue = string | number | bigint | Uint8Array | null;

export type SqlRow = Readonly<Record<string, SqlValue>>;

/** How databases differ, as facts: code asks these, never which database it is. */
export interface Dialect {
  readonly name: string;
  /** Column type of raw bytes. */
  readonly bytes: "BLOB" | "BYTEA";
  /** A query for the `name` of every table that holds records. */
  readonly listTables: string;
}

/** What a statement can be sent to: the database itself, or one transaction of it. Parameters are written `?`. */
export interface SqlSession {
  readonly dialect: Dialect;
  all<R extends SqlRow = SqlRow>(text: string, params?: readonly SqlValue[]): Promise<R[]>;
  /** How many rows it changed. */
  run(text: string, params?: readonly SqlValue[]): Promise<number>;
}

/** One database, shared by many processes. */
export interface Sql extends SqlSession {
  /**
   * Runs `body` with everything or nothing kept, and no other statement of this process in between.
   * Inside, use only the session given: a statement sent to the database itself would wait for the end of the transaction.
   */
  transaction<T>(body: (session: SqlSession) => Promise<T>): Promise<T>;
  /** Whether the stored pages hang together; the first complaint if not. */
  integrity(): Promise<string>;
  /** A consistent copy in `file` while others go on writing. */
  backup(file: string): Promise<void>;
  close(): Promise<void>;
}
