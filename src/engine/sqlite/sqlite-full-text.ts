import { fieldWeights } from "../../base/text/bm25.js";
import {
  type DocumentCondition,
  type FullTextIndex,
  type FullTextMatch,
  hasTitle,
  titleIndex,
  trigramsOf,
} from "../full-text-index.js";
import { selectColumn } from "../select-column.js";
import type { SqlSession } from "../sql.js";
import { createBm25 } from "./bm25.js";
import { filterDocuments } from "./doc-ids.js";
import { createDocumentLengths } from "./document-lengths.js";
import { matchAny } from "./match-any.js";
import { matchCommon } from "./match-common.js";
import { matchText, quoteToken } from "./match-text.js";
import { isDamagedFullText } from "./sqlite-errors.js";

/** The weights of the fields; filter tokens have no weight. */
const columnWeights = [...Object.values(fieldWeights), 0].map((weight) => weight.toFixed(1)).join(", ");

// Texts are tokenized before: FTS5 only splits them at spaces. Contentless, because the documents table has the text.
const tables = [
  `CREATE VIRTUAL TABLE search_words USING fts5(
    title, body, reply, names, marks, content='', contentless_delete=1, tokenize="ascii tokenchars '_'"
  )`,
  `INSERT INTO search_words (search_words, rank) VALUES ('rank', 'bm25(${columnWeights})')`,
  "CREATE TABLE search_terms (nr INTEGER PRIMARY KEY, term TEXT NOT NULL UNIQUE)",
  `CREATE VIRTUAL TABLE search_term_grams USING fts5(
    term, content='search_terms', content_rowid='nr', columnsize=0, tokenize='trigram'
  )`,
];

/** Words in SQLite's FTS5. */
export function createSqliteFullText(): FullTextIndex<SqlSession> {
  const readLengths = createDocumentLengths();
  const scoreBm25 = createBm25();

  return {
    ...stateless,
    async matchEach(session, condition, matches) {
      const lengths = await readLengths(session);
      const results: number[][] = [];
      for (const match of matches) {
        const docIds = match.isCommon
          ? await matchCommon(session, condition, match, lengths)
          : lengths && (await matchAny(session, condition, match, lengths, scoreBm25));
        results.push(docIds ?? (await matchRanked(session, condition, match)));
      }
      return results;
    },
  };
}

const stateless: Omit<FullTextIndex<SqlSession>, "matchEach"> = {
  tables: async () => tables,

  isDamaged: isDamagedFullText,

  async reset(session) {
    const names = ["search_words", "search_term_grams", "search_terms"];
    for (const name of names) await session.run(`DROP TABLE IF EXISTS ${name}`);
    for (const statement of tables) await session.run(statement);
  },

  async add(session, rows) {
    const text =
      "INSERT OR REPLACE INTO search_words (rowid, title, body, reply, names, marks) VALUES (?, ?, ?, ?, ?, ?)";
    for (const { docId, fields, filterTokens } of rows) await session.run(text, [docId, ...fields, filterTokens]);
  },

  async remove(session, docIds) {
    await session.run("DELETE FROM search_words WHERE rowid IN (SELECT value FROM json_each(?))", [
      JSON.stringify(docIds),
    ]);
  },

  titleTables: async () => [titleIndex],

  async findByTitle(session, condition, { tenant, title, max }) {
    // Without the condition at first, because with it SQLite may prefer another index.
    const text = `SELECT nr FROM search_documents WHERE tenant = ? AND ${hasTitle("?")} ORDER BY nr DESC LIMIT ?`;
    return filterDocuments(session, condition, await selectColumn<number>(session, text, [tenant, title, max]));
  },

  async frequencies(session, tokens, max) {
    const counts: number[] = [];
    for (const token of tokens) counts.push(await countDocuments(session, token, max));
    return counts;
  },

  async addTerms(session, terms) {
    const added = await session.all<{ nr: number; term: string }>(
      `INSERT INTO search_terms (term) SELECT value FROM json_each(?) WHERE true
       ON CONFLICT (term) DO NOTHING RETURNING nr, term`,
      [JSON.stringify(terms)],
    );
    if (added.length === 0) return;
    await session.run(
      `INSERT INTO search_term_grams (rowid, term)
       SELECT json_extract(value, '$.nr'), json_extract(value, '$.term') FROM json_each(?)`,
      [JSON.stringify(added)],
    );
  },

  async dropTerms(session, terms) {
    const selection = "search_terms WHERE term IN (SELECT value FROM json_each(?))";
    const params = [JSON.stringify(terms)];
    await session.run(
      `INSERT INTO search_term_grams (search_term_grams, rowid, term) SELECT 'delete', nr, term FROM ${selection}`,
      params,
    );
    await session.run(`DELETE FROM ${selection}`, params);
  },

  async similarTerms(session, word, limit) {
    const grams = trigramsOf(word).map(quoteToken);
    return grams.length === 0 ? [] : termsMatching(session, grams.join(" OR "), "rank", limit);
  },

  termsContaining: (session, part, limit) => termsMatching(session, quoteToken(part), "length(term)", limit),

  termsWithPrefix: (session, prefix, limit) =>
    selectColumn(
      session,
      "SELECT term FROM search_terms WHERE term >= ? AND term < ? ORDER BY length(term), term LIMIT ?",
      [prefix, `${prefix}\u{10ffff}`, limit],
    ),
};

const termsMatching = (session: SqlSession, match: string, order: string, limit: number): Promise<string[]> =>
  selectColumn(
    session,
    `SELECT term FROM search_term_grams WHERE search_term_grams MATCH ? ORDER BY ${order}, term LIMIT ?`,
    [match, limit],
  );

const matchRanked = (session: SqlSession, { where, params }: DocumentCondition, match: FullTextMatch) =>
  selectColumn<number>(
    session,
    // CROSS JOIN keeps the words first: rows come in order of rank, and the condition ends as soon as enough fit.
    `SELECT d.nr AS nr FROM search_words CROSS JOIN search_documents d ON d.nr = search_words.rowid
     WHERE search_words MATCH ? AND ${where} ORDER BY search_words.rank LIMIT ?`,
    [matchText(match), ...params, match.limit],
  );

/** Documents counted from each end; if there are more, the rest is estimated from their density. */
const defaultSampleSize = 10_000;

/** The document frequency of a token, at most `max`; estimated beyond twice `sampleSize`. */
export async function countDocuments(session: SqlSession, token: string, max: number, sampleSize = defaultSampleSize) {
  const first = await countFrom(session, "ASC", token, Math.min(max, sampleSize));
  if (first.n < sampleSize || max <= sampleSize) return first.n;
  const last = await countFrom(session, "DESC", token, sampleSize);
  if (last.end <= first.end) return (await countFrom(session, "ASC", token, Math.min(max, 2 * sampleSize))).n;
  const [maxDocId = 0] = await selectColumn<number>(session, "SELECT max(nr) AS nr FROM search_documents");
  return Math.min(max, Math.round((2 * sampleSize * maxDocId) / (first.end + maxDocId - last.end)));
}

/** The number of documents from one end, and the id of the last of them. */
async function countFrom(session: SqlSession, order: "ASC" | "DESC", token: string, max: number) {
  const [row] = await session.all<{ n: number; end: number | null }>(
    `SELECT count(*) AS n, ${order === "ASC" ? "max" : "min"}(rowid) AS "end" FROM (
       SELECT rowid FROM search_words WHERE search_words MATCH ? ORDER BY rowid ${order} LIMIT ?)`,
    [quoteToken(token), max],
  );
  return { n: Number(row?.n ?? 0), end: Number(row?.end ?? 0) };
}
