import { memoryTable } from "../../src/store/memory/memory.js";

/** Columns of a copied row, with what differs from the original. */
const columnsOf = (names: readonly string[], changed: Readonly<Record<string, string>>) => ({
  names: ["tenant", ...names].join(", "),
  values: ["o.tenant", ...names.map((name) => changed[name] ?? `o.${name}`)].join(", "),
});

const memory = columnsOf(memoryTable.columns, {
  id: "c.id",
  title: "o.title || ' ' || c.word",
  content_key: "c.word",
  created_at: "c.at",
});
const document = columnsOf(
  [
    "nr",
    "id",
    "kind",
    "project",
    "scope",
    "source",
    "session",
    "at",
    "title",
    "body",
    "reply",
    "files",
    "tags",
    "confidence",
    "supersedes",
    "details",
    "digest",
  ],
  { nr: "c.nr", id: "'memory/' || c.id", source: "c.id", title: "o.title || ' ' || c.word", at: "c.at" },
);

/**
 * Statements, for the owner of a PostgreSQL database, that copy a tenant's memories until it has `count` of them, each
 * with a word of its own: adding them through the product would take hours.
 */
export const growTenant = (tenant: string, count: number): string[] => [
  `CREATE TEMP TABLE copies AS
   WITH own AS (SELECT count(*) AS n FROM memories WHERE tenant = '${tenant}')
   SELECT m.id AS old_id, d.nr AS old_nr, 'mem_' || md5(m.id || '_' || n) AS id, nextval('search_documents_numbers') AS nr,
     translate(m.id || '_' || n, '0123456789_', 'abcdefghijk') AS word,
     to_char(m.created_at::TIMESTAMP + n * INTERVAL '1 minute', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at
   FROM memories m JOIN search_documents d ON d.tenant = m.tenant AND d.id = 'memory/' || m.id
   CROSS JOIN generate_series(1, (SELECT ${count} / n + 1 FROM own)) AS n
   WHERE m.tenant = '${tenant}' LIMIT greatest(0, ${count} - (SELECT n FROM own))`,
  "ANALYZE copies",
  `INSERT INTO memories (${memory.names}) SELECT ${memory.values}
   FROM copies c JOIN memories o ON o.tenant = '${tenant}' AND o.id = c.old_id`,
  `INSERT INTO search_documents (${document.names}) SELECT ${document.values}
   FROM copies c JOIN search_documents o ON o.tenant = '${tenant}' AND o.nr = c.old_nr`,
  `INSERT INTO search_words (tenant, nr, words, marks) SELECT o.tenant, c.nr, o.words || ('''' || c.word || ''':1A')::TSVECTOR, o.marks
   FROM copies c JOIN search_words o ON o.tenant = '${tenant}' AND o.nr = c.old_nr`,
  `INSERT INTO search_terms (tenant, term) SELECT '${tenant}', left(word, 32) FROM copies ON CONFLICT DO NOTHING`,
  "DROP TABLE copies",
  "ANALYZE",
];
