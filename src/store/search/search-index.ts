import type { FullTextMatch } from "../../engine/full-text-index.js";
import type { Redact } from "../../engine/redacting.js";
import type { Sql, SqlSession } from "../../engine/sql.js";
import { allOf, selectNumber, sqlPlaceholders } from "../sql-text.js";
import { type DocumentRow, type IndexedDocument, toDocument } from "./document-row.js";
import { kindFilterToken, projectFilterToken } from "./document-words.js";
import { paddedList } from "./padded-list.js";
import { digestOf } from "./search-document.js";
import { projectsIn, type SearchFilter, searchCondition } from "./search-filter.js";
import { readState, writeState } from "./search-state.js";
import { addWords, type SearchWriter, searchWriter } from "./search-writer.js";
import { repairingRead, selfRepairing } from "./self-repair.js";

export interface KeywordMatch {
  /** A document must have a token of each group; a token may end in `*`. */
  readonly groups: readonly (readonly string[])[];
  readonly excluded: readonly string[];
  readonly limit: number;
  /** Approximate number of documents with the words; for few, reading all is cheaper than filtering. */
  readonly expandedDocFreq?: number;
  /** Very many documents have the words: a subset is enough. */
  readonly isCommon?: boolean;
  /** Only some matches are needed: where very many documents match, not all of them are ranked. */
  readonly isPartial?: boolean;
}

export interface KeywordQuery extends KeywordMatch {
  readonly filter: SearchFilter;
}

/** Documents that a match has returned with their ids, as some databases do; all match its filter. */
export type KnownDocuments = Map<number, IndexedDocument>;

/** The search documents of all families, written in the transaction of the record they describe. */
export interface SearchIndex extends SearchWriter {
  /** Writes within the caller's transaction. */
  within(session: SqlSession): SearchWriter;
  /** Ids of matching documents, most promising first. */
  match(tenant: string, query: KeywordQuery, known?: KnownDocuments): Promise<number[]>;
  /** The same for several queries at once. */
  matchEach(
    tenant: string,
    filter: SearchFilter,
    queries: readonly KeywordMatch[],
    known?: KnownDocuments,
  ): Promise<number[][]>;
  /** Documents with this title, ignoring case, the newest first. */
  findByTitle(tenant: string, title: string, filter: SearchFilter, limit: number): Promise<number[]>;
  /** The newest matching documents, by id. */
  newest(tenant: string, filter: SearchFilter, limit: number): Promise<number[]>;
  /** The documents that exist, belong to the tenant and match the filter. Those that are known are not read again. */
  read(
    tenant: string,
    docIds: readonly number[],
    filter?: SearchFilter,
    known?: KnownDocuments,
  ): Promise<IndexedDocument[]>;
  /** Documents of a kind by their sources, at most `limit`. */
  bySource(tenant: string, kind: string, sources: readonly string[], limit: number): Promise<IndexedDocument[]>;
  /** Documents by their own id, such as `memory/mem_01hw…`. */
  readById(tenant: string, ids: readonly string[]): Promise<IndexedDocument[]>;
  /** Documents that replace one of the given ones. */
  successors(tenant: string, ids: readonly string[]): Promise<IndexedDocument[]>;
  /** The number of documents; of the tenant alone where the database isolates tenants. */
  size(tenant: string): Promise<number>;
  count(tenant: string, kind?: string): Promise<number>;
  /** The document frequency of each token; counting stops at `max`. */
  frequencies(tenant: string, tokens: readonly string[], max: number): Promise<number[]>;
  similarTerms(word: string, limit: number): Promise<string[]>;
  termsContaining(part: string, limit: number): Promise<string[]>;
  termsWithPrefix(prefix: string, limit: number): Promise<string[]>;
  /** Rewrites the words of the next documents after an id; returns the last id, or undefined at the end. */
  rewrite(afterDocId: number, limit: number): Promise<number | undefined>;
  /** A stored value about the index itself. */
  state(name: string): Promise<string | undefined>;
  setState(name: string, value: string): Promise<void>;
  /** Ids of a kind after `id`, in order. */
  ids(tenant: string, kind: string, afterId: string, limit: number): Promise<string[]>;
}

/** `redact` removes secrets before documents are tokenized, so the database need not redact them again. */
export function openSearchIndex(sql: Sql, redact?: Redact): SearchIndex {
  const { fullText, ownRows } = sql.dialect;
  const redactText = redact ?? ((text: string) => text);
  const writerFor = (caller: SqlSession) => {
    const session = (redact && caller.plain) ?? caller;
    return selfRepairing(session, searchWriter(session, redactText));
  };
  const redactFilter = (filter: SearchFilter): SearchFilter => {
    const projects = projectsIn(filter);
    return projects === undefined ? filter : { ...filter, projects: projects.map(redactText) };
  };
  const inTransaction = <T>(body: (writer: SearchWriter) => Promise<T>) =>
    sql.transaction((session) => body(writerFor(session)));

  const countFiltered = cacheFilterCounts(
    async (token, max) => (await fullText.frequencies(sql, [token], max))[0] ?? 0,
  );

  /** The filter tokens that are rarer than the words: ranking reads the whole list of every filter token. */
  const rareFilterTokens = async (filter: SearchFilter, expandedDocFreq: number | undefined): Promise<string[][]> => {
    if (expandedDocFreq === undefined || fullText.alwaysFilters) return filterTokensOf(filter);
    if (expandedDocFreq <= minFilteredDocFreq) return [];
    const rareGroups: string[][] = [];
    for (const group of filterTokensOf(filter)) {
      let count = 0;
      for (const token of group) count += await countFiltered(token, expandedDocFreq);
      if (count < expandedDocFreq) rareGroups.push(group);
    }
    return rareGroups;
  };

  const filterByAgent = async (tenant: string, rows: readonly DocumentRow[], agent: string) => {
    const ids = [...new Set(rows.map(({ session }) => session))];
    if (ids.length === 0) return [];
    const text = `SELECT id FROM sessions WHERE tenant = ? AND agent = ? AND id IN (${sqlPlaceholders(ids)})`;
    const agentSessions = new Set((await sql.all<{ id: string }>(text, [tenant, agent, ...ids])).map(({ id }) => id));
    return rows.filter(({ session }) => agentSessions.has(session));
  };

  const matchEach: SearchIndex["matchEach"] = async (tenant, requestedFilter, queries, known) => {
    if (queries.length === 0) return [];
    const filter = redactFilter(requestedFilter);
    const { text, params } = searchCondition(tenant, filter);
    const matches: FullTextMatch[] = [];
    for (const { expandedDocFreq, ...match } of queries)
      matches.push({ ...match, filterTokens: await rareFilterTokens(filter, expandedDocFreq) });
    const documents = known && { columns: documentColumns, add: (row: object) => addTo(known, row as DocumentRow) };
    return repairingRead(sql, () => fullText.matchEach(sql, { where: text, params }, matches, documents));
  };

  return {
    within: writerFor,
    put: (tenant, documents) => inTransaction((writer) => writer.put(tenant, documents)),
    add: (tenant, document) => inTransaction((writer) => writer.add(tenant, document)),
    remove: (tenant, ids) => inTransaction((writer) => writer.remove(tenant, ids)),
    replace: (tenant, of, documents) => inTransaction((writer) => writer.replace(tenant, of, documents)),

    match: async (tenant, { filter, ...query }, known) =>
      query.groups.length === 0 ? [] : ((await matchEach(tenant, filter, [query], known))[0] ?? []),
    matchEach,

    async findByTitle(tenant, title, filter, limit) {
      const { text, params } = searchCondition(tenant, redactFilter(filter));
      const query = { tenant, title: redactText(title), max: maxTitleMatches };
      return (await fullText.findByTitle(sql, { where: text, params }, query)).slice(0, limit);
    },

    async newest(tenant, filter, limit) {
      const { text, params } = searchCondition(tenant, redactFilter(filter));
      const rows = await sql.all<{ nr: number }>(
        `SELECT d.nr AS nr FROM search_documents d WHERE ${text} ORDER BY d.at DESC, d.nr DESC LIMIT ?`,
        [...params, limit],
      );
      return rows.map(({ nr }) => Number(nr));
    },

    async read(tenant, requestedIds, filter = {}, known = new Map()) {
      const knownDocuments = requestedIds.flatMap((docId) => known.get(docId) ?? []);
      const docIds = requestedIds.filter((docId) => !known.has(docId));
      if (docIds.length === 0) return knownDocuments;
      // By number alone where that is the key: given the tenant too, SQLite reads all of the tenant's documents.
      const padded = paddedList(docIds);
      const [key, owner] = sql.dialect.isKeyedByTenant ? ["tenant = ? AND nr", [tenant]] : ["nr", []];
      const text = `SELECT ${documentColumns} FROM search_documents d WHERE ${key} IN (${sqlPlaceholders(padded)})`;
      const rows = await sql.all<DocumentRow>(text, [...owner, ...padded]);
      const matching = rows.filter((row) => matchesFilter(row, tenant, redactFilter(filter)));
      const rowsOfAgent = filter.agent === undefined ? matching : await filterByAgent(tenant, matching, filter.agent);
      return [...knownDocuments, ...rowsOfAgent.map(toDocument)];
    },

    async bySource(tenant, kind, sources, limit) {
      if (sources.length === 0) return [];
      const padded = paddedList(sources.map(redactText));
      const rows = await sql.all<DocumentRow>(
        `SELECT * FROM search_documents WHERE tenant = ? AND kind = ? AND source IN (${sqlPlaceholders(padded)}) LIMIT ?`,
        [tenant, kind, ...padded, limit],
      );
      return rows.map(toDocument);
    },

    async readById(tenant, ids) {
      if (ids.length === 0) return [];
      const padded = paddedList(ids);
      const rows = await sql.all<DocumentRow>(
        `SELECT * FROM search_documents WHERE tenant = ? AND id IN (${sqlPlaceholders(padded)})`,
        [tenant, ...padded],
      );
      return rows.map(toDocument);
    },

    async successors(tenant, ids) {
      if (ids.length === 0) return [];
      const padded = paddedList(ids);
      const rows = await sql.all<DocumentRow>(
        `SELECT * FROM search_documents WHERE tenant = ? AND supersedes <> '' AND supersedes IN (${sqlPlaceholders(padded)})`,
        [tenant, ...padded],
      );
      return rows.map(toDocument);
    },

    size: () => selectNumber(sql, sql.dialect.countDocuments),

    count(tenant, kind) {
      const { text, params } = allOf(["tenant = ?", tenant], ["kind = ?", kind]);
      return selectNumber(sql, `SELECT count(*) AS n FROM search_documents WHERE ${text}`, params);
    },

    frequencies: (_, tokens, max) => repairingRead(sql, () => fullText.frequencies(sql, tokens, max)),
    similarTerms: (word, limit) => repairingRead(sql, () => fullText.similarTerms(sql, word, limit)),
    termsContaining: (part, limit) => fullText.termsContaining(sql, part, limit),
    termsWithPrefix: (prefix, limit) => fullText.termsWithPrefix(sql, prefix, limit),

    rewrite: (afterDocId, limit) =>
      sql.transaction(async (session) => {
        const rows = await session.all<DocumentRow>(
          `SELECT * FROM search_documents WHERE ${ownRows} AND nr > ? ORDER BY nr LIMIT ?`,
          [afterDocId, limit],
        );
        const documents = rows.map(toDocument);
        for (const document of documents) {
          const row = [digestOf(document), document.docId];
          await session.run(`UPDATE search_documents SET digest = ? WHERE ${ownRows} AND nr = ?`, row);
        }
        await addWords(session, documents);
        return documents.at(-1)?.docId;
      }),

    state: (name) => readState(sql, name),
    setState: (name, value) => sql.transaction((session) => writeState(session, name, value)),

    async ids(tenant, kind, afterId, limit) {
      const rows = await sql.all<{ id: string }>(
        "SELECT id FROM search_documents WHERE tenant = ? AND kind = ? AND id > ? ORDER BY id LIMIT ?",
        [tenant, kind, afterId, limit],
      );
      return rows.map(({ id }) => id);
    },
  };
}

/**
 * With whether it is replaced, because few are, and asking for their successors is a round trip to the server. Not with
 * EXISTS, for which PostgreSQL may read all successors of the tenant.
 */
const documentColumns = `d.*, (SELECT 1 FROM search_documents s
  WHERE s.tenant = d.tenant AND s.supersedes <> '' AND s.supersedes = d.id LIMIT 1) IS NOT NULL AS is_replaced`;

function addTo(known: KnownDocuments, row: DocumentRow): void {
  const docId = Number(row.nr);
  if (!known.has(docId)) known.set(docId, toDocument(row));
}

const minFilteredDocFreq = 500;
/** Documents with one title, before filtering. */
const maxTitleMatches = 1000;

const filterTokensOf = (filter: SearchFilter): string[][] => {
  const projects = projectsIn(filter);
  return [
    ...(filter.kinds ? [filter.kinds.map(kindFilterToken)] : []),
    ...(projects ? [projects.map(projectFilterToken)] : []),
  ];
};

function matchesFilter(row: DocumentRow, tenant: string, filter: SearchFilter): boolean {
  const { kinds, scopes, since, until, session } = filter;
  return (
    row.tenant === tenant &&
    (kinds === undefined || kinds.includes(row.kind)) &&
    projectsIn(filter)?.includes(row.project) !== false &&
    (scopes === undefined || scopes.includes(row.scope)) &&
    (since === undefined || row.at >= since) &&
    (until === undefined || row.at <= until) &&
    (session === undefined || row.session === session)
  );
}

const maxUses = 100;
const maxCounts = 1000;

/** Counts a filter token again after some uses only: the count decides what is cheaper, not what is found. */
function cacheFilterCounts(count: (token: string, max: number) => Promise<number>) {
  const known = new Map<string, { readonly value: number; readonly max: number; uses: number }>();
  return async (token: string, max: number): Promise<number> => {
    const last = known.get(token);
    const isEnough = last !== undefined && last.uses++ < maxUses && (last.value < last.max || last.value >= max);
    if (isEnough) return last.value;
    if (known.size >= maxCounts) known.clear();
    const value = await count(token, max);
    known.set(token, { value, max, uses: 0 });
    return value;
  };
}
