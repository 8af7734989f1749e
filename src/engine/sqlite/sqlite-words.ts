import type { SqlSession } from "../sql.js";
import { trigramsOf, type WordIndex, type WordMatch } from "../word-index.js";

// Tokens arrive ready made: the tokenizer only has to part them at spaces. Contentless, because the documents table has
// the text. The weights are those of title, body, reply, names and marks.
const tables = [
  `CREATE VIRTUAL TABLE search_words USING fts5(
    title, body, reply, names, marks, content='', contentless_delete=1, tokenize="ascii tokenchars '_'"
  )`,
  "INSERT INTO search_words (search_words, rank) VALUES ('rank', 'bm25(2.0, 1.0, 0.6, 1.5, 0.0)')",
  "CREATE TABLE search_terms (nr INTEGER PRIMARY KEY, term TEXT NOT NULL UNIQUE)",
  `CREATE VIRTUAL TABLE search_term_grams USING fts5(
    term, content='search_terms', content_rowid='nr', columnsize=0, tokenize='trigram'
  )`,
];

/** Words in SQLite's FTS5. Every token is quoted, so that no text can be query syntax. */
export const sqliteWords: WordIndex<SqlSession> = {
  tables: async () => tables,

  async add(session, rows) {
    for (const { nr, fields, marks } of rows) {
      const [title = "", body = "", reply = "", names = ""] = fields;
      await session.run(
        "INSERT OR REPLACE INTO search_words (rowid, title, body, reply, names, marks) VALUES (?, ?, ?, ?, ?, ?)",
        [nr, title, body, reply, names, marks],
      );
    }
  },

  async remove(session, nrs) {
    await session.run("DELETE FROM search_words WHERE rowid IN (SELECT value FROM json_each(?))", [
      JSON.stringify(nrs),
    ]);
  },

  async matchEach(session, { where, params }, matches) {
    // CROSS JOIN keeps the words first: rows come in order of rank, and the condition ends as soon as enough fit.
    const text = `SELECT d.nr AS nr FROM search_words CROSS JOIN search_documents d ON d.nr = search_words.rowid
       WHERE search_words MATCH ? AND ${where} ORDER BY search_words.rank LIMIT ?`;
    const found: number[][] = [];
    for (const match of matches) {
      const rows = await session.all<{ nr: number }>(text, [matchText(match), ...params, match.limit]);
      found.push(rows.map(({ nr }) => nr));
    }
    return found;
  },

  async frequencies(session, tokens, most) {
    const counts: number[] = [];
    for (const token of tokens) counts.push(await countOf(session, token, most));
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

  async similarTerms(session, word, limit) {
    const grams = trigramsOf(word).map(quoted);
    if (grams.length === 0) return [];
    const rows = await session.all<{ term: string }>(
      "SELECT term FROM search_term_grams WHERE search_term_grams MATCH ? ORDER BY rank, term LIMIT ?",
      [grams.join(" OR "), limit],
    );
    return rows.map(({ term }) => term);
  },

  async termsWith(session, part, limit) {
    const rows = await session.all<{ term: string }>(
      "SELECT term FROM search_term_grams WHERE search_term_grams MATCH ? ORDER BY length(term), term LIMIT ?",
      [quoted(part), limit],
    );
    return rows.map(({ term }) => term);
  },
};

const quoted = (token: string) => (token.endsWith("*") ? `"${token.slice(0, -1)}" *` : `"${token}"`);
const anyOf = (tokens: readonly string[]) => `(${tokens.map(quoted).join(" OR ")})`;

function matchText({ groups, none, marks }: WordMatch): string {
  const wanted = [...marks.map((group) => `marks : ${anyOf(group)}`), ...groups.map(anyOf)].join(" AND ");
  return none.length > 0 ? `(${wanted}) NOT ${anyOf(none)}` : wanted;
}

async function countOf(session: SqlSession, token: string, most: number): Promise<number> {
  const text = "SELECT count(*) AS n FROM (SELECT rowid FROM search_words WHERE search_words MATCH ? LIMIT ?)";
  const [row] = await session.all<{ n: number }>(text, [quoted(token), most]);
  return row?.n ?? 0;
}
