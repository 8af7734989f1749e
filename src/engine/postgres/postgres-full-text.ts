import { type FullTextIndex, type FullTextMatch, hasTitle, titleIndex } from "../full-text-index.js";
import { selectColumn } from "../select-column.js";
import type { SqlRow, SqlSession } from "../sql.js";
import { schemaOf, tenantFunction, trustedFunction, trustedProcedure } from "./postgres-tenants.js";
import { arrayLiteral } from "./postgres-text.js";
import { hasExtension } from "./postgres-vectors.js";

const tables = [
  tenantFunction,
  `CREATE TABLE search_words (
    tenant TEXT NOT NULL DEFAULT throughline_tenant(),
    nr BIGINT NOT NULL,
    words TSVECTOR NOT NULL,
    marks TSVECTOR NOT NULL,
    PRIMARY KEY (tenant, nr)
  )`,
  "CREATE INDEX search_words_by_word ON search_words USING GIN (words) WITH (fastupdate = off)",
  "CREATE INDEX search_words_by_mark ON search_words USING GIN (marks) WITH (fastupdate = off)",
  `CREATE TABLE search_terms (
    tenant TEXT NOT NULL DEFAULT throughline_tenant(),
    term TEXT NOT NULL,
    PRIMARY KEY (tenant, term)
  )`,
];

/** A token in every vector of a tenant, so that the index intersects words and tenant at once. */
const tenantLexeme = "('''=' || md5(throughline_tenant()) || '''')";

const rank = (words: string) => `ts_rank('{0.3, 0.5, 0.7, 1.0}', ${words}, asked, 1)`;

const functions = (schema: string, hasTrigrams: boolean): readonly string[] => [
  trustedFunction(
    schema,
    "throughline_match(asked TSQUERY, marked TSQUERY) RETURNS TABLE (nr BIGINT, worth REAL)",
    `SELECT w.nr, ${rank("w.words")} FROM search_words w
     WHERE w.tenant = throughline_tenant() AND w.words @@ (${tenantLexeme}::TSQUERY && asked)
       AND (marked IS NULL OR w.marks @@ marked)`,
  ),
  trustedFunction(
    schema,
    "throughline_frequency(asked TSQUERY, most BIGINT) RETURNS SETOF BIGINT",
    `SELECT count(*) FROM (SELECT 1 FROM search_words w WHERE w.tenant = throughline_tenant()
       AND w.words @@ (${tenantLexeme}::TSQUERY && asked) LIMIT most) counted`,
  ),
  trustedFunction(
    schema,
    "throughline_terms_with(part TEXT, most BIGINT) RETURNS SETOF TEXT",
    `SELECT term FROM search_terms WHERE tenant = throughline_tenant() AND term LIKE part
     ORDER BY length(term), term LIMIT most`,
  ),
  trustedFunction(
    schema,
    "throughline_terms_like(word TEXT, most BIGINT) RETURNS SETOF TEXT",
    hasTrigrams
      ? `SELECT term FROM search_terms WHERE tenant = throughline_tenant() AND term % word
         ORDER BY similarity(term, word) DESC, term LIMIT most`
      : `SELECT term FROM search_terms WHERE tenant = throughline_tenant() AND substr(term, 1, 2) = substr(word, 1, 2)
           AND abs(length(term) - length(word)) <= 2 ORDER BY term LIMIT most * 10`,
  ),
];

/** For words that very many documents have: how many are ranked of those found first, and how many of the newest. */
const sampleSize = 1000;
/** How many are ranked where only some matches are needed. */
const partialSize = 200;

const hasMarks = (row: string) => `(marked IS NULL OR ${row}.marks @@ marked)`;

/** In a tenant of so few documents, comparing all of them costs less than looking up each word in the index of all tenants. */
const scannedBelow = 1000;
const isSmall = `(SELECT coalesce(sum(c.documents), 0) FROM search_counts c WHERE c.tenant = throughline_tenant()) < ${scannedBelow}`;
/** OFFSET keeps the planner from looking up the words in the index after all. */
const ownWords = "(SELECT w.nr, w.words, w.marks FROM search_words w WHERE w.tenant = throughline_tenant() OFFSET 0)";
/**
 * By the index of words alone, which has the tenant too: by the key as well, the planner reads all documents of the tenant,
 * or, beside a tenant of a million, those of all tenants.
 */
const indexed = `w.tenant || '' = throughline_tenant() AND w.words @@ (${tenantLexeme}::TSQUERY && asked)`;

const matchAll = (source: string, condition: string) =>
  `SELECT w.nr, ${rank("w.words")} FROM ${source} w WHERE ${condition} AND ${hasMarks("w")}`;

/**
 * Documents with the words and, with `sample`, a sample of them, however many there are. Its size is a constant, because
 * with a parameter the planner reads and sorts all documents of the tenant.
 */
const sampledMatch = (schema: string): string =>
  trustedProcedure(
    schema,
    "throughline_match_sample(asked TSQUERY, marked TSQUERY, sample BOOLEAN) RETURNS TABLE (nr BIGINT, worth REAL)",
    `BEGIN
       IF ${isSmall} THEN RETURN QUERY ${matchAll(ownWords, "w.words @@ asked")};
       ELSIF NOT sample THEN RETURN QUERY ${matchAll("search_words", indexed)};
       ELSE RETURN QUERY SELECT s.nr, ${rank("s.words")} FROM (SELECT DISTINCT ON (u.nr) u.nr, u.words FROM (
         (SELECT w.nr, w.words FROM search_words w WHERE ${indexed} AND ${hasMarks("w")} LIMIT ${sampleSize})
         UNION ALL
         SELECT n.nr, n.words FROM (
           SELECT w.nr, w.words, w.marks FROM search_words w WHERE w.tenant = throughline_tenant()
           ORDER BY w.nr DESC LIMIT ${sampleSize}) n WHERE n.words @@ asked AND ${hasMarks("n")}
       ) u ORDER BY u.nr) s;
       END IF;
     END`,
  );

/** The first documents with the words. */
const partialMatch = (schema: string): string =>
  trustedProcedure(
    schema,
    "throughline_match_some(asked TSQUERY, marked TSQUERY) RETURNS TABLE (nr BIGINT, worth REAL)",
    `BEGIN
       IF ${isSmall} THEN RETURN QUERY ${matchAll(ownWords, "w.words @@ asked")};
       ELSE RETURN QUERY SELECT s.nr, ${rank("s.words")} FROM (SELECT w.nr, w.words FROM search_words w
         WHERE ${indexed} AND ${hasMarks("w")} LIMIT ${partialSize}) s;
       END IF;
     END`,
  );

/** How many documents have each of the words, up to `most`. */
const frequencies = (schema: string): string =>
  trustedProcedure(
    schema,
    "throughline_frequencies(words TSQUERY[], most BIGINT) RETURNS SETOF BIGINT",
    `DECLARE asked TSQUERY;
     BEGIN
       IF ${isSmall} THEN
         RETURN QUERY SELECT least(count(w.nr), most) FROM unnest(words) WITH ORDINALITY AS a (word, place)
           LEFT JOIN ${ownWords} w ON w.words @@ a.word GROUP BY a.place ORDER BY a.place;
         RETURN;
       END IF;
       FOREACH asked IN ARRAY words LOOP
         RETURN QUERY SELECT count(*) FROM (SELECT 1 FROM search_words w WHERE ${indexed} LIMIT most) counted;
       END LOOP;
     END`,
  );

/** Functions that are newer than the tables. */
export async function prepareFullText(session: SqlSession): Promise<void> {
  const schema = await schemaOf(session);
  for (const create of [sampledMatch, partialMatch, frequencies]) await session.run(create(schema));
}

/** Hides the length of a list from the planner, which would otherwise plan the statement again every time. */
const opaqueParameter = (type: string) => `(SELECT CAST(? AS ${type}))`;

/** Words in PostgreSQL's `tsvector`. Vectors and queries are built from quoted tokens; no text search parser reads user text. */
export const postgresFullText: FullTextIndex<SqlSession> = {
  alwaysFilters: true,

  async tables(session) {
    // Without the extensions, all terms of the tenant are scanned: slower, with the same results for parts of words.
    const hasTrigrams = await hasExtension(session, "pg_trgm");
    const hasBoth = hasTrigrams && (await hasExtension(session, "btree_gin"));
    const index =
      "CREATE INDEX search_terms_by_gram ON search_terms USING GIN (tenant, term gin_trgm_ops) WITH (fastupdate = off)";
    return [...tables, ...(hasBoth ? [index] : []), ...functions(await schemaOf(session), hasTrigrams)];
  },

  async add(session, rows) {
    for (const { docId, fields, filterTokens } of rows) {
      await session.run(
        `INSERT INTO search_words (nr, words, marks)
         VALUES (?, CAST(? AS TSVECTOR) || ${tenantLexeme}::TSVECTOR, CAST(? AS TSVECTOR))
         ON CONFLICT (tenant, nr) DO UPDATE SET words = excluded.words, marks = excluded.marks`,
        [docId, vectorOf(fields, fieldLabels), vectorOf([filterTokens])],
      );
    }
  },

  async remove(session, docIds) {
    await session.run(
      "DELETE FROM search_words WHERE tenant = throughline_tenant() AND nr = ANY (CAST(? AS BIGINT[]))",
      [arrayLiteral(docIds)],
    );
  },

  async matchEach(session, { where, params }, matches, documents) {
    const [words, marks] = ["CAST(asked.words AS TSQUERY)", "CAST(asked.marks AS TSQUERY)"];
    const match = matches.every(({ isPartial }) => isPartial)
      ? `throughline_match_some(${words}, ${marks})`
      : `throughline_match_sample(${words}, ${marks}, asked.sample)`;
    // All in one statement, with the documents: the round trip to the server costs more than most of them. Matches are
    // sorted before the condition is checked, which then reads only as many documents as are wanted.
    const rows = await session.all<SqlRow & { place: number; nr: number }>(
      `SELECT asked.place AS place, found.worth AS worth, ${documents?.columns ?? "d.nr AS nr"}
       FROM unnest(${["TEXT[]", "TEXT[]", "BIGINT[]", "BOOLEAN[]"].map(opaqueParameter).join(", ")}) WITH ORDINALITY
         AS asked (words, marks, most, sample, place)
       CROSS JOIN LATERAL (
         SELECT d.tenant AS tenant, d.nr AS nr, w.worth AS worth
         FROM (SELECT m.nr, m.worth FROM ${match} m ORDER BY m.worth DESC, m.nr OFFSET 0) w
         JOIN search_documents d ON d.nr = w.nr WHERE ${where} ORDER BY w.worth DESC, w.nr LIMIT asked.most
       ) found
       JOIN search_documents d ON d.tenant = found.tenant AND d.nr = found.nr
       ORDER BY asked.place, found.worth DESC, found.nr`,
      [
        arrayLiteral(matches.map(wordQuery)),
        arrayLiteral(matches.map(filterQuery)),
        arrayLiteral(matches.map(({ limit }) => limit)),
        arrayLiteral(matches.map(({ isCommon }) => (isCommon ? "t" : "f"))),
        ...params,
      ],
    );
    const docIds = matches.map((): number[] => []);
    for (const row of rows) {
      docIds[row.place - 1]?.push(row.nr);
      documents?.add(row);
    }
    return docIds;
  },

  async titleTables(session) {
    const signature = "throughline_titled(asked TEXT, most BIGINT) RETURNS SETOF BIGINT";
    const query = `SELECT nr FROM search_documents WHERE tenant = throughline_tenant() AND ${hasTitle("asked")}
      ORDER BY nr DESC LIMIT most`;
    return [titleIndex, trustedFunction(await schemaOf(session), signature, query)];
  },

  findByTitle(session, { where, params }, { title, max }) {
    return selectColumn(
      session,
      `SELECT d.nr AS nr FROM throughline_titled(?, CAST(? AS BIGINT)) AS found (nr)
       JOIN search_documents d ON d.nr = found.nr WHERE ${where} ORDER BY d.nr DESC`,
      [title, max, ...params],
    );
  },

  frequencies: (session, tokens, max) =>
    selectColumn(
      session,
      "SELECT found.n AS n FROM throughline_frequencies(CAST(? AS TSQUERY[]), CAST(? AS BIGINT)) AS found (n)",
      [arrayLiteral(tokens.map(quoteToken)), max],
    ),

  async addTerms(session, terms) {
    await session.run("INSERT INTO search_terms (term) SELECT unnest(CAST(? AS TEXT[])) ON CONFLICT DO NOTHING", [
      arrayLiteral(terms),
    ]);
  },

  async dropTerms(session, terms) {
    await session.run(
      "DELETE FROM search_terms WHERE tenant = throughline_tenant() AND term = ANY (CAST(? AS TEXT[]))",
      [arrayLiteral(terms)],
    );
  },

  similarTerms: (session, word, limit) => findTerms(session, "throughline_terms_like", word, limit),
  termsContaining: (session, part, limit) =>
    findTerms(session, "throughline_terms_with", `%${escapeLike(part)}%`, limit),
  termsWithPrefix: (session, prefix, limit) =>
    findTerms(session, "throughline_terms_with", `${escapeLike(prefix)}%`, limit),
};

const findTerms = (session: SqlSession, by: string, text: string, limit: number): Promise<string[]> =>
  selectColumn(session, `SELECT term FROM ${by}(?, CAST(? AS BIGINT)) AS found (term)`, [text, limit]);

const escapeLike = (part: string) => part.replaceAll("_", "\\_");

const quoteToken = (token: string) => (token.endsWith("*") ? `'${token.slice(0, -1)}':*` : `'${token}'`);
const anyOf = (tokens: readonly string[]) => `(${tokens.map(quoteToken).join(" | ")})`;

const wordQuery = ({ groups, excluded }: FullTextMatch): string =>
  [...groups.map(anyOf), ...excluded.map((token) => `!${quoteToken(token)}`)].join(" & ");
const filterQuery = ({ filterTokens }: FullTextMatch): string | null => filterTokens.map(anyOf).join(" & ") || null;

const fieldLabels = ["A", "C", "D", "B"];

/** PostgreSQL stores at most 256 positions of a word, up to 16383. */
const lastPosition = 16_383;
const maxPositions = 256;

function vectorOf(texts: readonly string[], fieldLabels: readonly string[] = [""]): string {
  const positionsByToken = new Map<string, string[]>();
  let position = 0;
  for (const [field, text] of texts.entries()) {
    for (const token of text.split(" ").filter(Boolean)) {
      const positions = positionsByToken.get(token) ?? [];
      if (positions.length < maxPositions)
        positions.push(`${Math.min(++position, lastPosition)}${fieldLabels[field] ?? ""}`);
      positionsByToken.set(token, positions);
    }
  }
  return [...positionsByToken].map(([token, positions]) => `'${token}':${positions.join(",")}`).join(" ");
}
