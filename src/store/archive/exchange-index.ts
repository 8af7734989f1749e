import type { Dialect, Sql, SqlSession, SqlValue } from "../../engine/sql.js";

/** Narrows a search; every part that is given must hold. */
export interface ExchangeFilter {
  readonly project?: string;
  readonly session?: string;
  readonly from?: string;
  readonly to?: string;
  /** Text that the list of changed files contains. */
  readonly filesLike?: string;
}

export interface IndexQuery {
  readonly tenant: string;
  /** At least one of them must be in the exchange. */
  readonly anyOf: readonly string[];
  /** All of them must be. */
  readonly allOf: readonly string[];
  readonly filter: ExchangeFilter;
  readonly order: "relevance" | "date";
  /** Days since 1970 of the moment that age is counted from. */
  readonly today: number;
  readonly limit: number;
}

/** Finds exchanges by stems. Behind one interface, so that another engine can stand in its place. */
export interface ExchangeIndex {
  put(session: SqlSession, number: number, words: readonly string[]): Promise<void>;
  remove(session: SqlSession, number: number): Promise<void>;
  /** Empties it, also when it is damaged. */
  clear(session: SqlSession): Promise<void>;
  /** In how many exchanges each word is; words that are nowhere have no entry. */
  counts(words: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Numbers of exchanges, the most promising first. */
  find(query: IndexQuery): Promise<number[]>;
}

export const hasFullText = (dialect: Dialect): boolean => dialect.name === "sqlite";

/** The words arrive as stems, one space between them, so that the tokenizer has nothing to decide. */
export const fullTextTables = [
  `CREATE VIRTUAL TABLE exchange_words USING fts5(
    words, content='', contentless_delete=1, detail=none, tokenize="unicode61 remove_diacritics 0"
  )`,
  "CREATE VIRTUAL TABLE exchange_word_counts USING fts5vocab(exchange_words, row)",
];

/** Age weighs with a half-life of sixty days, as it does in the score. */
const halfLifeDays = 60;

export const openExchangeIndex = (sql: Sql): ExchangeIndex =>
  hasFullText(sql.dialect) ? fullTextIndex(sql) : wordTableIndex(sql);

function fullTextIndex(sql: Sql): ExchangeIndex {
  return {
    async put(session, number, words) {
      await session.run("INSERT INTO exchange_words (rowid, words) VALUES (?, ?)", [number, words.join(" ")]);
    },
    async remove(session, number) {
      await session.run("DELETE FROM exchange_words WHERE rowid = ?", [number]);
    },
    async clear(session) {
      for (const table of ["exchange_word_counts", "exchange_words"])
        await session.run(`DROP TABLE IF EXISTS ${table}`);
      for (const statement of fullTextTables) await session.run(statement);
    },
    async counts(words) {
      const counts = new Map<string, number>();
      for (const word of words) {
        const [row] = await sql.all<{ doc: number }>("SELECT doc FROM exchange_word_counts WHERE term = ?", [word]);
        if (row) counts.set(word, Number(row.doc));
      }
      return counts;
    },
    async find({ tenant, anyOf, allOf, filter, order, today, limit }) {
      const words = allOf.length > 0 ? allOf.map(quoted).join(" ") : anyOf.map(quoted).join(" OR ");
      const { where, params } = conditions(tenant, filter);
      const weight = `bm25(exchange_words) * exp(-0.6931471805599453 * (? - e.day) / ${halfLifeDays}.0)`;
      const [orderBy, orderParams]: [string, SqlValue[]] =
        order === "date" ? ["e.at DESC", []] : [`${weight}, e.number DESC`, [today]];
      const rows = await sql.all<{ number: number }>(
        `SELECT e.number AS number FROM exchange_words CROSS JOIN exchanges e ON e.number = exchange_words.rowid
         WHERE exchange_words MATCH ? AND ${where} ORDER BY ${orderBy} LIMIT ?`,
        [words, ...params, ...orderParams, limit],
      );
      return rows.map(({ number }) => Number(number));
    },
  };
}

const quoted = (word: string) => `"${word.replaceAll('"', '""')}"`;

/** For databases without the full-text engine: one row per word and exchange. */
function wordTableIndex(sql: Sql): ExchangeIndex {
  return {
    async put(session, number, words) {
      const uses = new Map<string, number>();
      for (const word of words) uses.set(word, (uses.get(word) ?? 0) + 1);
      for (const [word, count] of uses) {
        await session.run("INSERT INTO exchange_words (number, word, uses) VALUES (?, ?, ?)", [number, word, count]);
      }
    },
    async remove(session, number) {
      await session.run("DELETE FROM exchange_words WHERE number = ?", [number]);
    },
    async clear(session) {
      await session.run("DELETE FROM exchange_words");
    },
    async counts(words) {
      const counts = new Map<string, number>();
      for (const word of words) {
        const text = "SELECT count(*) AS n FROM exchange_words WHERE word = ?";
        const [row] = await sql.all<{ n: number }>(text, [word]);
        if (row && Number(row.n) > 0) counts.set(word, Number(row.n));
      }
      return counts;
    },
    async find({ tenant, anyOf, allOf, filter, order, today, limit }) {
      const words = allOf.length > 0 ? allOf : anyOf;
      const { where, params } = conditions(tenant, filter);
      const rows = await sql.all<{ number: number }>(
        `SELECT e.number AS number FROM exchange_words w JOIN exchanges e ON e.number = w.number
         WHERE w.word IN (${words.map(() => "?").join(", ")}) AND ${where}
         GROUP BY e.number, e.at, e.day HAVING count(*) >= ?
         ORDER BY ${order === "date" ? "e.at DESC" : `count(*) * exp(-0.6931471805599453 * (${Math.trunc(today)} - e.day) / ${halfLifeDays}.0) DESC`} LIMIT ?`,
        [...words, ...params, allOf.length > 0 ? allOf.length : 1, limit],
      );
      return rows.map(({ number }) => Number(number));
    },
  };
}

function conditions(tenant: string, filter: ExchangeFilter): { where: string; params: SqlValue[] } {
  const parts: [string, SqlValue][] = [["e.tenant = ?", tenant]];
  if (filter.project !== undefined) parts.push(["e.project = ?", filter.project]);
  if (filter.session !== undefined) parts.push(["e.session_id = ?", filter.session]);
  if (filter.from !== undefined) parts.push(["e.at >= ?", filter.from]);
  if (filter.to !== undefined) parts.push(["e.at <= ?", filter.to]);
  if (filter.filesLike !== undefined) parts.push(["lower(e.files) LIKE ?", filter.filesLike]);
  return { where: parts.map(([text]) => text).join(" AND "), params: parts.map(([, value]) => value) };
}

/** The same conditions for a list that is not searched by words. */
export const exchangeConditions = conditions;
