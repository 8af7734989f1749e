import type { FullTextMatch } from "../../engine/full-text-index.js";
import type { Redact } from "../../engine/redacting.js";
import type { Sql, SqlSession } from "../../engine/sql.js";
import { countRows, paddedList, selectColumn, selectNumber, selectRows, updateRows } from "../rows.js";
import { condition, type Where } from "../sql-text.js";
import { type DocumentRow, type IndexedDocument, readDocuments, toDocument } from "./document-row.js";
import { kindFilterToken, projectFilterToken } from "./document-words.js";
import { digestOf } from "./search-document.js";
import { projectsIn, type SearchFilter, searchCondition } from "./search-filter.js";
import { readState, writeState } from "./search-state.js";
import { addWords, type SearchWriter, searchWriter } from "./search-writer.js";
import { repairingRead, selfRepairing } from "./self-repair.js";

export interface KeywordMatch extends Omit<FullTextMatch, "filterTokens"> {
  /** Approximate number of documents with the words; for few, reading all is cheaper than filtering. */
  readonly expandedDocFreq?: number;
}

export interface KeywordQuery extends KeywordMatch {
  readonly filter: SearchFilter;
}

/** Documents that a match has returned with their ids, as some databases do; all match its filter. */
export type KnownDocuments = Map<number, IndexedDocument>;

/** The search documents of all families, written in the transaction of the record they describe. */
export type SearchIndex = ReturnType<typeof openSearchIndex>;

/** For stores, which write the documents of their records in the transaction of these. */
export type DocumentIndex = Pick<SearchIndex, "within">;

/** `redact` removes secrets before documents are tokenized, so the database need not redact them again. */
export function openSearchIndex(sql: Sql, redact?: Redact) {
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
    const { text, params } = condition({ tenant, agent, id: [...new Set(rows.map(({ session }) => session))] });
    const agentSessions = new Set(await selectColumn(sql, `SELECT id FROM sessions WHERE ${text}`, params));
    return rows.filter(({ session }) => agentSessions.has(session));
  };

  /** Ids of matching documents for each query, most promising first. */
  const matchEach = async (
    tenant: string,
    requestedFilter: SearchFilter,
    queries: readonly KeywordMatch[],
    known?: KnownDocuments,
  ): Promise<number[][]> => {
    if (queries.length === 0) return [];
    const filter = redactFilter(requestedFilter);
    const { text, params } = searchCondition(tenant, filter);
    const matches: FullTextMatch[] = [];
    for (const { expandedDocFreq, ...match } of queries)
      matches.push({ ...match, filterTokens: await rareFilterTokens(filter, expandedDocFreq) });
    const documents = known && { columns: documentColumns, add: (row: object) => addTo(known, row as DocumentRow) };
    return repairingRead(sql, () => fullText.matchEach(sql, { where: text, params }, matches, documents));
  };

  /** Documents with any of the values in a column. */
  const readBy = async (where: Where, column: string, values: readonly string[], limit?: number) => {
    if (values.length === 0) return [];
    const limited = limit === undefined ? "" : `LIMIT ${limit}`;
    return readDocuments(sql, { ...where, [column]: paddedList(values) }, limited);
  };

  const writer: SearchWriter = {
    put: (tenant, documents) => inTransaction((writer) => writer.put(tenant, documents)),
    add: (tenant, document) => inTransaction((writer) => writer.add(tenant, document)),
    remove: (tenant, ids) => inTransaction((writer) => writer.remove(tenant, ids)),
    replace: (tenant, of, documents) => inTransaction((writer) => writer.replace(tenant, of, documents)),
  };

  return {
    ...writer,
    /** Writes within the caller's transaction. */
    within: writerFor,
    matchEach,

    match: async (tenant: string, { filter, ...query }: KeywordQuery, known?: KnownDocuments): Promise<number[]> =>
      query.groups.length === 0 ? [] : ((await matchEach(tenant, filter, [query], known))[0] ?? []),

    /** Documents with this title, ignoring case, the newest first. */
    async findByTitle(tenant: string, title: string, filter: SearchFilter, limit: number): Promise<number[]> {
      const { text, params } = searchCondition(tenant, redactFilter(filter));
      const query = { tenant, title: redactText(title), max: maxTitleMatches };
      return (await fullText.findByTitle(sql, { where: text, params }, query)).slice(0, limit);
    },

    /** The newest matching documents, by id. */
    newest(tenant: string, filter: SearchFilter, limit: number): Promise<number[]> {
      const { text, params } = searchCondition(tenant, redactFilter(filter));
      const newest = `SELECT d.nr AS nr FROM search_documents d WHERE ${text} ORDER BY d.at DESC, d.nr DESC LIMIT ?`;
      return selectColumn(sql, newest, [...params, limit]);
    },

    /** The documents that exist, belong to the tenant and match the filter. Those that are known are not read again. */
    async read(
      tenant: string,
      requestedIds: readonly number[],
      filter: SearchFilter = {},
      known: KnownDocuments = new Map(),
    ): Promise<IndexedDocument[]> {
      const knownDocuments = requestedIds.flatMap((docId) => known.get(docId) ?? []);
      const docIds = requestedIds.filter((docId) => !known.has(docId));
      if (docIds.length === 0) return knownDocuments;
      // By number alone where that is the key: given the tenant too, SQLite reads all of the tenant's documents.
      const owner = sql.dialect.isKeyedByTenant ? { tenant } : {};
      const where = { ...owner, nr: paddedList(docIds) };
      const rows = await selectRows<DocumentRow>(sql, `${documentColumns} FROM search_documents d`, where);
      const matching = rows.filter((row) => matchesFilter(row, tenant, redactFilter(filter)));
      const rowsOfAgent = filter.agent === undefined ? matching : await filterByAgent(tenant, matching, filter.agent);
      return [...knownDocuments, ...rowsOfAgent.map(toDocument)];
    },

    /** Documents of a kind by their sources, at most `limit`. */
    bySource: (tenant: string, kind: string, sources: readonly string[], limit: number) =>
      readBy({ tenant, kind }, "source", sources.map(redactText), limit),

    /** Documents by their own id, such as `memory/mem_01hw…`. */
    readById: (tenant: string, ids: readonly string[]) => readBy({ tenant }, "id", ids),

    /** Documents that replace one of the given ones. */
    successors: (tenant: string, ids: readonly string[]) =>
      readBy({ tenant, "supersedes <> ''": true }, "supersedes", ids),

    /** The number of documents; of the tenant alone where the database isolates tenants. */
    size: (_tenant: string): Promise<number> => selectNumber(sql, sql.dialect.countDocuments),

    count: (tenant: string, kind?: string): Promise<number> => countRows(sql, "search_documents", { tenant, kind }),

    /** The document frequency of each token; counting stops at `max`. */
    frequencies: (_tenant: string, tokens: readonly string[], max: number) =>
      repairingRead(sql, () => fullText.frequencies(sql, tokens, max)),
    similarTerms: (word: string, limit: number) => repairingRead(sql, () => fullText.similarTerms(sql, word, limit)),
    termsContaining: (part: string, limit: number) => fullText.termsContaining(sql, part, limit),
    termsWithPrefix: (prefix: string, limit: number) => fullText.termsWithPrefix(sql, prefix, limit),

    /** Rewrites the words of the next documents after an id; returns the last id, or undefined at the end. */
    rewrite: (afterDocId: number, limit: number): Promise<number | undefined> =>
      sql.transaction(async (session) => {
        const where = { [ownRows]: true, "nr >": afterDocId } as const;
        const documents = await readDocuments(session, where, "ORDER BY nr LIMIT ?", limit);
        for (const document of documents) {
          const key = { [ownRows]: true, nr: document.docId } as const;
          await updateRows(session, "search_documents", key, { digest: digestOf(document) });
        }
        await addWords(session, documents);
        return documents.at(-1)?.docId;
      }),

    /** A stored value about the index itself. */
    state: (name: string) => readState(sql, name),
    setState: (name: string, value: string) => sql.transaction((session) => writeState(session, name, value)),

    /** Ids of a kind after `id`, in order. */
    ids: (tenant: string, kind: string, afterId: string, limit: number): Promise<string[]> =>
      selectColumn(
        sql,
        "SELECT id FROM search_documents WHERE tenant = ? AND kind = ? AND id > ? ORDER BY id LIMIT ?",
        [tenant, kind, afterId, limit],
      ),
  };
}

/**
 * With whether it is replaced, because few are, and asking for their successors is a round trip to the server. Not with
 * EXISTS, for which PostgreSQL may read all successors of the tenant.
 */
const documentColumns = `d.*, (SELECT 1 FROM search_documents s
  WHERE s.tenant = d.tenant AND s.supersedes <> '' AND s.supersedes = d.id LIMIT 1) IS NOT NULL AS is_replaced`;

function addTo(known: KnownDocuments, row: DocumentRow): void {
  if (!known.has(row.nr)) known.set(row.nr, toDocument(row));
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
