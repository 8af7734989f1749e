import type { Redact } from "../../engine/redacting.js";
import type { SqlSession, SqlValue } from "../../engine/sql.js";
import { deleteRows, inFewSizes, selectColumn, selectRows } from "../rows.js";
import { condition, sqlPlaceholders } from "../sql-text.js";
import { type DocumentRow, type IndexedDocument, toDocument } from "./document-row.js";
import { documentWords } from "./document-words.js";
import { digestedFields, digestOf, type SearchDocument } from "./search-document.js";

/** `unchanged` are stored already with the same content. */
export type IndexChanges = Readonly<Record<"added" | "removed" | "unchanged", number>>;

export interface SearchWriter {
  put(tenant: string, documents: readonly SearchDocument[]): Promise<IndexChanges>;
  /** Puts a document whose id was never used. */
  add(tenant: string, document: SearchDocument): Promise<void>;
  remove(tenant: string, ids: readonly string[]): Promise<number>;
  /** Makes `documents` the only ones of their kind and source. */
  replace(tenant: string, of: SourceName, documents: readonly SearchDocument[]): Promise<IndexChanges>;
}

export type SourceName = Readonly<Record<"kind" | "source", string>>;

/** Writes documents as part of the transaction of `session`. */
export function searchWriter(session: SqlSession, redact: Redact): SearchWriter {
  const put: SearchWriter["put"] = async (tenant, documents) => {
    // Of two documents with the same id, the later one wins.
    const unique = [...new Map(documents.map((document) => [document.id, storable(document, redact)])).values()];
    const digests = await digestsOf(session, tenant, unique);
    const changed = unique
      .map((document) => ({ ...document, digest: digestOf(document) }))
      .filter(({ id, digest }) => digests.get(id) !== digest);
    const replaced = changed.filter(({ id }) => digests.has(id)).map(({ id }) => id);
    const { terms } = await removeIds(session, tenant, replaced);
    const keptTerms = await addWords(session, await insert(session, tenant, changed));
    await dropUnused(session, terms, keptTerms);
    return { added: changed.length, removed: replaced.length, unchanged: unique.length - changed.length };
  };

  return {
    put,
    remove: (tenant, ids) => removeDocuments(session, tenant, ids),
    async add(tenant, document) {
      const clean = storable(document, redact);
      await addWords(session, await insert(session, tenant, [{ ...clean, digest: digestOf(clean) }]));
    },
    async replace(tenant, { kind, source }, documents) {
      const text = "SELECT id FROM search_documents WHERE tenant = ? AND kind = ? AND source = ?";
      const ids = await selectColumn(session, text, [tenant, kind, redact(source)]);
      const newIds = new Set(documents.map(({ id }) => id));
      const outdated = ids.filter((id) => !newIds.has(id));
      const removed = await removeDocuments(session, tenant, outdated);
      const changes = await put(tenant, documents);
      return { ...changes, removed: changes.removed + removed };
    },
  };
}

/** With their words, also those that only they had; returns how many. */
export async function removeDocuments(session: SqlSession, tenant: string, ids: readonly string[]): Promise<number> {
  const { removed, terms } = await removeIds(session, tenant, ids);
  await dropUnused(session, terms);
  return removed;
}

/** Removes secrets before the text is tokenized, and NUL, which PostgreSQL rejects. */
function storable(document: SearchDocument, redact: Redact): SearchDocument {
  const redactText = (text: string) => redact(text).replaceAll("\0", " ");
  const { project, source, title, body, reply, details, files, tags } = document;
  return {
    ...document,
    project: redactText(project),
    source: redactText(source),
    title: redactText(title),
    body: redactText(body),
    reply: redactText(reply),
    files: files.map(redactText),
    tags: tags.map(redactText),
    ...(details ? { details: redactText(details) } : {}),
  };
}

/** Databases limit how many parameters one statement may have. */
const batchSize = 500;

function* batchesOf<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let i = 0; i < items.length; i += batchSize) yield items.slice(i, i + batchSize);
}

async function digestsOf(session: SqlSession, tenant: string, documents: readonly SearchDocument[]) {
  const digests = new Map<string, string>();
  for (const batch of batchesOf(documents.map(({ id }) => id))) {
    const where = { tenant, id: batch };
    const rows = await selectRows<Record<"id" | "digest", string>>(session, "id, digest FROM search_documents", where);
    for (const { id, digest } of rows) digests.set(id, digest);
  }
  return digests;
}

/** Removes documents; returns how many, and their terms. */
async function removeIds(session: SqlSession, tenant: string, ids: readonly string[]) {
  const terms = new Set<string>();
  let removed = 0;
  for (const batch of batchesOf(ids)) {
    const { text, params } = condition({ tenant, id: batch });
    const rows = await session.all<DocumentRow>(`DELETE FROM search_documents WHERE ${text} RETURNING *`, params);
    if (rows.length === 0) continue;
    removed += rows.length;
    for (const row of rows) for (const term of documentWords(toDocument(row)).terms) terms.add(term);
    const docIds = rows.map(({ nr }) => nr);
    await session.dialect.fullText.remove(session, docIds);
    await deleteRows(session, "search_vectors", { [session.dialect.ownRows]: true, nr: docIds });
  }
  return { removed, terms };
}

/** Terms of deleted documents must not be suggested as corrections. */
async function dropUnused(session: SqlSession, terms: Iterable<string>, kept?: ReadonlySet<string>): Promise<void> {
  const { fullText } = session.dialect;
  for (const batch of batchesOf([...terms].filter((term) => !kept?.has(term)))) {
    const counts = await fullText.frequencies(session, batch, 1);
    const unused = batch.filter((_, i) => counts[i] === 0);
    if (unused.length > 0) await fullText.dropTerms(session, unused);
  }
}

interface DigestedDocument extends SearchDocument {
  readonly digest: string;
}

const columns = ["tenant", ...digestedFields, "details", "digest"] as const;
const placeholders = `(${sqlPlaceholders(columns)})`;

function valuesOf(tenant: string, document: DigestedDocument): SqlValue[] {
  const [files, tags] = [JSON.stringify(document.files), JSON.stringify(document.tags)];
  const row = { ...document, tenant, files, tags, details: document.details ?? "" };
  return columns.map((name) => row[name]);
}

async function insert(session: SqlSession, tenant: string, documents: readonly DigestedDocument[]) {
  const docIdsById = new Map<string, number>();
  for (const batch of inFewSizes(documents)) {
    const rows = await session.all<{ nr: number; id: string }>(
      `INSERT INTO search_documents (${columns.join(", ")}) VALUES ${batch.map(() => placeholders).join(", ")} RETURNING nr, id`,
      batch.flatMap((document) => valuesOf(tenant, document)),
    );
    for (const { nr, id } of rows) docIdsById.set(id, nr);
  }
  return documents.map(({ digest: _, ...document }) => ({
    ...document,
    docId: docIdsById.get(document.id) ?? Number.NaN,
  }));
}

/** The terms of the documents. */
export async function addWords(session: SqlSession, documents: readonly IndexedDocument[]) {
  const terms = new Set<string>();
  if (documents.length === 0) return terms;
  const rows = documents.map((document) => ({ docId: document.docId, ...documentWords(document) }));
  for (const row of rows) for (const term of row.terms) terms.add(term);
  const { fullText } = session.dialect;
  await Promise.all([
    fullText.add(session, rows),
    terms.size > 0 ? fullText.addTerms(session, [...terms].sort()) : undefined,
  ]);
  return terms;
}
