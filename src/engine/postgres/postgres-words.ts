import type { SqlSession } from "../sql.js";
import type { WordIndex, WordMatch, WordRow } from "../word-index.js";

const hasTrigrams = async (session: SqlSession): Promise<boolean> => {
  const rows = await session.all("SELECT 1 AS x FROM pg_available_extensions WHERE name = 'pg_trgm'");
  return rows.length > 0;
};

const tables = [
  "CREATE TABLE search_words (nr BIGINT NOT NULL PRIMARY KEY, words TSVECTOR NOT NULL, marks TSVECTOR NOT NULL)",
  "CREATE INDEX search_words_by_word ON search_words USING GIN (words)",
  "CREATE INDEX search_words_by_mark ON search_words USING GIN (marks)",
  "CREATE TABLE search_terms (term TEXT NOT NULL PRIMARY KEY)",
];
// Without the extension, terms are found by scanning them: slower, the same answers for parts of words.
const trigramTables = [
  "CREATE EXTENSION IF NOT EXISTS pg_trgm",
  "CREATE INDEX search_terms_by_gram ON search_terms USING GIN (term gin_trgm_ops)",
];

/** Words in PostgreSQL's `tsvector`. Vectors and queries are built from quoted tokens; no text search parser reads user text. */
export const postgresWords: WordIndex<SqlSession> = {
  tables: async (session) => ((await hasTrigrams(session)) ? [...tables, ...trigramTables] : tables),

  async add(session, rows) {
    for (const row of rows) {
      await session.run(
        `INSERT INTO search_words (nr, words, marks) VALUES (?, CAST(? AS TSVECTOR), CAST(? AS TSVECTOR))
         ON CONFLICT (nr) DO UPDATE SET words = excluded.words, marks = excluded.marks`,
        [row.nr, wordVector(row), vectorOf([row.marks])],
      );
    }
  },

  async remove(session, nrs) {
    await session.run("DELETE FROM search_words WHERE nr = ANY (CAST(? AS BIGINT[]))", [arrayText(nrs)]);
  },

  async match(session, match) {
    const rows = await session.all<{ nr: number }>(
      `SELECT d.nr AS nr FROM search_words w JOIN search_documents d ON d.nr = w.nr
       WHERE w.words @@ CAST(? AS TSQUERY) ${match.marks.length > 0 ? "AND w.marks @@ CAST(? AS TSQUERY)" : ""}
         AND ${match.where}
       ORDER BY ts_rank('{0.3, 0.5, 0.7, 1.0}', w.words, CAST(? AS TSQUERY), 1) DESC, d.nr LIMIT ?`,
      [wordQuery(match), ...markQuery(match), ...match.params, wordQuery(match), match.limit],
    );
    return rows.map(({ nr }) => Number(nr));
  },

  async frequencies(session, tokens, most) {
    const counts: number[] = [];
    for (const token of tokens) {
      const text = "SELECT 1 AS x FROM search_words WHERE words @@ CAST(? AS TSQUERY) LIMIT ?";
      counts.push((await session.all(text, [quoted(token), most])).length);
    }
    return counts;
  },

  async addTerms(session, terms) {
    await session.run(
      "INSERT INTO search_terms (term) SELECT unnest(CAST(? AS TEXT[])) ON CONFLICT (term) DO NOTHING",
      [arrayText(terms)],
    );
  },

  async similarTerms(session, word, limit) {
    const rows = (await hasTrigrams(session))
      ? await session.all<{ term: string }>(
          "SELECT term FROM search_terms WHERE term % ? ORDER BY similarity(term, ?) DESC, term LIMIT ?",
          [word, word, limit],
        )
      : await session.all<{ term: string }>(
          "SELECT term FROM search_terms WHERE substr(term, 1, 2) = ? AND abs(length(term) - ?) <= 2 ORDER BY term LIMIT ?",
          [word.slice(0, 2), word.length, limit * 10],
        );
    return rows.map(({ term }) => term);
  },

  async termsWith(session, part, limit) {
    const rows = await session.all<{ term: string }>(
      "SELECT term FROM search_terms WHERE term LIKE ? ORDER BY length(term), term LIMIT ?",
      [`%${part.replaceAll("_", "\\_")}%`, limit],
    );
    return rows.map(({ term }) => term);
  },
};

/** Tokens hold neither quotes nor braces, so that a list of them is a literal as it stands. */
const arrayText = (items: readonly (string | number)[]) => `{${items.join(",")}}`;
const quoted = (token: string) => (token.endsWith("*") ? `'${token.slice(0, -1)}':*` : `'${token}'`);
const anyOf = (tokens: readonly string[]) => `(${tokens.map(quoted).join(" | ")})`;

const wordQuery = ({ groups, none }: WordMatch): string =>
  [...groups.map(anyOf), ...none.map((token) => `!${quoted(token)}`)].join(" & ");
const markQuery = ({ marks }: WordMatch): string[] => (marks.length > 0 ? [marks.map(anyOf).join(" & ")] : []);

const weights = ["A", "C", "D", "B"];
const wordVector = ({ fields }: WordRow) => vectorOf(fields, weights);

/** PostgreSQL keeps at most 256 positions of a word and none beyond 16383. */
const lastPosition = 16_383;
const mostPositions = 256;

function vectorOf(texts: readonly string[], marks: readonly string[] = [""]): string {
  const places = new Map<string, string[]>();
  let position = 0;
  for (const [field, text] of texts.entries()) {
    for (const token of text.split(" ").filter(Boolean)) {
      const known = places.get(token) ?? [];
      if (known.length < mostPositions) known.push(`${Math.min(++position, lastPosition)}${marks[field] ?? ""}`);
      places.set(token, known);
    }
  }
  return [...places].map(([token, at]) => `'${token}':${at.join(",")}`).join(" ");
}
