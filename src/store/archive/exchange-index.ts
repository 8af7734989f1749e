import type { Dialect, Sql, SqlSession, SqlValue } from "../../engine/sql.js";
import { sqlPlaceholders } from "../sql-placeholders.js";
import { insertRows } from "./insert-rows.js";

/** Narrows a search; every part that is given must hold. */
export interface ExchangeFilter {
  readonly project?: string;
  readonly session?: string;
  readonly from?: string;
  readonly to?: string;
  /** Text that the list of changed files contains. */
  readonly filesLike?: string;
}

export interface WeightedWord {
  readonly word: string;
  /** What it adds to an exchange that has it. */
  readonly weight: number;
}

export interface IndexQuery {
  readonly tenant: string;
  /** At least one of them must be in the exchange; more is better. */
  readonly anyOf: readonly WeightedWord[];
  /** Or all of these, the newest first. */
  readonly allOf: readonly string[];
  /** Of the exchanges that have all of them, only so many of the newest are looked at. */
  readonly among?: number;
  readonly filter: ExchangeFilter;
  readonly order: "relevance" | "date";
  /** Days since 1970 of the moment that age is counted from. */
  readonly today: number;
  readonly limit: number;
}

/** What one exchange is found by; each word once. */
export interface IndexEntry {
  readonly number: number;
  readonly words: readonly string[];
}

/** Finds exchanges by stems. Behind one interface, so that another engine can stand in its place. */
export interface ExchangeIndex {
  put(session: SqlSession, entries: readonly IndexEntry[]): Promise<void>;
  remove(session: SqlSession, number: number): Promise<void>;
  /** Empties it, also when it is damaged. */
  clear(session: SqlSession): Promise<void>;
  /** In how many exchanges each word is: exactly up to a few thousand, beyond that about. Words that are nowhere have no entry. */
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
/** Counting further would read the whole list of a common word, which takes longer than the search itself. */
export const maxCountedDocs = 3000;

export function openExchangeIndex(sql: Sql): ExchangeIndex {
  const words = hasFullText(sql.dialect) ? fullTextWords : wordTable(sql.dialect.ownRows);

  /** A word that many exchanges have is counted where they begin and where they end; between it is taken to be as common. */
  async function countOf(word: string): Promise<number> {
    const newest = await sampleOf(word, "DESC");
    if (newest.count < maxCountedDocs) return newest.count;
    const oldest = await sampleOf(word, "ASC");
    return Math.round(((densityOf(newest) + densityOf(oldest)) / 2) * newest.last);
  }

  async function sampleOf(word: string, order: "ASC" | "DESC"): Promise<Sample> {
    const [row] = await sql.all<{ n: number; first: number | null; last: number | null }>(
      `SELECT count(*) AS n, min(number) AS first, max(number) AS last
       FROM (${words.having} ORDER BY number ${order} LIMIT ?) sample`,
      [words.asked(word), maxCountedDocs],
    );
    return { count: Number(row?.n ?? 0), first: Number(row?.first ?? 0), last: Number(row?.last ?? 0) };
  }

  return {
    ...words,
    async counts(asked) {
      const counts = new Map<string, number>();
      for (const word of asked) {
        const count = words.holds(word) ? await countOf(word) : 0;
        if (count > 0) counts.set(word, count);
      }
      return counts;
    },
    async find({ tenant, anyOf, allOf, among, filter, order, today, limit }) {
      const { where, params } = conditions(tenant, filter);
      const inner = allOf.length > 0 ? words.all(allOf, among) : joined(anyOf.map(words.one));
      const score = `sum(f.weight) * exp(-0.6931471805599453 * (CAST(? AS BIGINT) - e.day) / ${halfLifeDays}.0)`;
      const rows = await sql.all<{ number: number }>(
        `SELECT e.number AS number FROM (${inner.text}) f CROSS JOIN exchanges e WHERE e.number = f.number AND ${where}
         GROUP BY e.number, e.day, e.at ORDER BY ${order === "date" ? "e.at DESC" : `${score} DESC, e.at DESC`} LIMIT ?`,
        [...inner.params, ...params, ...(order === "date" ? [] : [Math.trunc(today)]), limit],
      );
      return rows.map(({ number }) => Number(number));
    },
  };
}

/** Some of the exchanges that have a word, by number. */
interface Sample {
  readonly count: number;
  readonly first: number;
  readonly last: number;
}

const densityOf = ({ count, first, last }: Sample): number => count / (last - first + 1);

interface Part {
  readonly text: string;
  readonly params: readonly SqlValue[];
}

const joined = (parts: readonly Part[]): Part => ({
  text: parts.map(({ text }) => text).join(" UNION ALL "),
  params: parts.flatMap(({ params }) => params),
});

/** How words are kept in one kind of database: rows of `number` and `weight` come out. */
interface WordKeeping extends Pick<ExchangeIndex, "put" | "remove" | "clear"> {
  /** Selects the `number` of the exchanges that have a word. */
  readonly having: string;
  /** The word as `having` wants it. */
  asked(word: string): string;
  /** Whether it can be in there at all. */
  holds(word: string): boolean;
  one(word: WeightedWord): Part;
  all(words: readonly string[], max: number | undefined): Part;
}

const quoted = (word: string) => `"${word.replaceAll('"', '""')}"`;
/** A parameter that is only passed through has no type of its own. */
const weightText = "CAST(? AS DOUBLE PRECISION) AS weight";

const fullTextWords: WordKeeping = {
  having: "SELECT rowid AS number FROM exchange_words WHERE exchange_words MATCH ?",
  asked: quoted,
  // The tokenizer parts names at underscores; their parts are in there.
  holds: (word) => !word.includes("_"),
  async put(session, entries) {
    // The words come from text without secrets: looking for some among them again would find nothing.
    const plain = session.plain ?? session;
    // Row by row: before a statement of many rows FTS5 writes out what it has gathered, which takes twice as long.
    for (const { number, words } of entries) {
      await plain.run("INSERT INTO exchange_words (rowid, words) VALUES (?, ?)", [number, words.join(" ")]);
    }
  },
  async remove(session, number) {
    await session.run("DELETE FROM exchange_words WHERE rowid = ?", [number]);
  },
  async clear(session) {
    for (const table of ["exchange_word_counts", "exchange_words"]) await session.run(`DROP TABLE IF EXISTS ${table}`);
    for (const statement of fullTextTables) await session.run(statement);
  },
  one: ({ word, weight }) => ({
    text: `SELECT rowid AS number, ${weightText} FROM exchange_words WHERE exchange_words MATCH ?`,
    params: [weight, quoted(word)],
  }),
  all: (words, max) => ({
    text: `SELECT * FROM (SELECT rowid AS number, 1 AS weight FROM exchange_words WHERE exchange_words MATCH ?
           ORDER BY rowid DESC LIMIT ?)`,
    params: [words.map(quoted).join(" "), max ?? -1],
  }),
};

/** For databases without the full-text engine: one row per word and exchange. */
const wordTable = (own: string): WordKeeping => ({
  having: `SELECT number FROM exchange_words WHERE ${own} AND word = ?`,
  asked: (word) => word,
  holds: () => true,
  async put(session, entries) {
    const rows = entries.flatMap(({ number, words }) => [...new Set(words)].map((word) => [number, word]));
    await insertRows(session, "exchange_words", ["number", "word"], rows);
  },
  async remove(session, number) {
    await session.run(`DELETE FROM exchange_words WHERE ${own} AND number = ?`, [number]);
  },
  async clear(session) {
    await session.run(`DELETE FROM exchange_words WHERE ${own}`);
  },
  one: ({ word, weight }) => ({
    text: `SELECT number, ${weightText} FROM exchange_words WHERE ${own} AND word = ?`,
    params: [weight, word],
  }),
  all: (words, max) => ({
    text: `SELECT * FROM (SELECT number, 1 AS weight FROM exchange_words
             WHERE ${own} AND word IN (${sqlPlaceholders(words)}) GROUP BY number HAVING count(*) = ${words.length}
             ORDER BY number DESC${max === undefined ? "" : ` LIMIT ${max}`}) newest`,
    params: words,
  }),
});

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
