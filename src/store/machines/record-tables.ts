import type { Sql, SqlSession } from "../../engine/sql.js";
import { checkpointDocument, checkpointDocumentId, checkpointTable } from "../memory/checkpoint-store.js";
import { type Memory, memoryTable } from "../memory/memory.js";
import { memoryDocument, memoryDocumentId, tombstoneTable } from "../memory/memory-store.js";
import { remediationTable } from "../memory/remediation.js";
import {
  hasSameContent,
  type OwnedRemediation,
  remediationDocument,
  remediationDocumentId,
} from "../memory/remediation-store.js";
import { field, type RecordOf, type RecordTable, recordTable } from "../record-table.js";
import { deleteRows, rowsById, selectColumn, upsertRow } from "../rows.js";
import type { SearchDocument } from "../search/search-document.js";
import type { DocumentIndex } from "../search/search-index.js";
import type { Where } from "../sql-text.js";

export const syncedKinds = ["memory", "fix", "checkpoint", "forgotten", "forgotten-session"] as const;
export type SyncedKind = (typeof syncedKinds)[number];

/** A record of any kind; fixes and checkpoints have their owner too. */
export type AnyRecord = Readonly<Record<string, unknown>> & { readonly id: string };

interface SyncedTable {
  readonly records: RecordTable<AnyRecord>;
  /** Columns of the key besides the tenant; the last one is that of the id. */
  readonly key: readonly string[];
  /** What of it travels. */
  readonly where?: Where;
  /** Which other records say the same, and may be one too many. */
  twins?(record: AnyRecord): Where;
  document?(record: AnyRecord): SearchDocument;
  documentId?(id: string): string;
}

const tables = {
  memory: {
    records: memoryTable,
    key: ["id"],
    twins: ({ project, contentKey, outcome }: Memory): Where => ({
      project,
      content_key: contentKey,
      outcome,
      state: ["candidate", "verified"],
    }),
    document: memoryDocument,
    documentId: memoryDocumentId,
  },
  fix: {
    records: remediationTable,
    key: ["owner", "id"],
    twins: ({ fingerprint, owner }: OwnedRemediation): Where => ({ fingerprint, owner }),
    document: (one: OwnedRemediation) => remediationDocument(one.owner, one),
    documentId: remediationDocumentId,
  },
  checkpoint: {
    records: checkpointTable,
    key: ["owner", "id"],
    // Automatic ones are many, large, and soon outdated.
    where: { auto_created: 0 },
    document: (one: RecordOf<typeof checkpointTable>) => checkpointDocument(one.owner, one),
    documentId: checkpointDocumentId,
  },
  forgotten: { records: tombstoneTable, key: ["id"] },
  "forgotten-session": {
    records: recordTable("forgotten_sessions", { id: field<string>("text", "session_id"), at: "text" }),
    key: ["session_id"],
  },
} as unknown as Readonly<Record<SyncedKind, SyncedTable>>;

const idColumn = (kind: SyncedKind) => tables[kind].key.at(-1) ?? "id";

/** Records as rows, for the sync with other machines: it has decided already what becomes of them. */
export type RecordTables = ReturnType<typeof openRecordTables>;

export const openRecordTables = (sql: Sql, documents: DocumentIndex) => ({
  async *all(kind: SyncedKind, tenant: string): AsyncIterable<AnyRecord> {
    const { records, where } = tables[kind];
    for await (const row of rowsById(sql, records.name, { tenant, ...where }, { id: idColumn(kind) }))
      yield records.read(row);
  },

  read: (session: SqlSession, kind: SyncedKind, tenant: string, id: string): Promise<AnyRecord | undefined> =>
    tables[kind].records.find(session, { tenant, [idColumn(kind)]: id }),

  /** Another record that says the same. */
  async twin(session: SqlSession, kind: SyncedKind, tenant: string, record: AnyRecord): Promise<AnyRecord | undefined> {
    const { records, twins } = tables[kind];
    if (!twins || record.state === "superseded" || record.state === "rejected" || record.state === "heard")
      return undefined;
    const others = await records.select(session, { tenant, ...twins(record), "id <>": record.id }, "ORDER BY id");
    const content = records.row(record);
    return kind === "fix" ? others.find((one) => hasSameContent(records.row(one), content)) : others[0];
  },

  async put(session: SqlSession, kind: SyncedKind, tenant: string, record: AnyRecord): Promise<void> {
    const { records, key, document } = tables[kind];
    const row = records.row(record);
    const keyValues = Object.fromEntries(key.map((column) => [column, row[column] ?? null]));
    await upsertRow(session, records.name, { tenant, ...keyValues }, row);
    if (document) await documents.within(session).put(tenant, [document(record)]);
  },

  async remove(session: SqlSession, kind: SyncedKind, tenant: string, { id }: AnyRecord): Promise<void> {
    const { records, documentId } = tables[kind];
    await deleteRows(session, records.name, { tenant, [idColumn(kind)]: id });
    if (documentId) await documents.within(session).remove(tenant, [documentId(id)]);
  },

  /** Memories whose text was forgotten here or elsewhere. */
  async forgottenMemories(tenant: string): Promise<AnyRecord[]> {
    const rows = await sql.all(
      `SELECT m.* FROM memories m JOIN forgotten_memories f
       ON f.tenant = m.tenant AND f.project = m.project AND f.content_key = m.content_key WHERE m.tenant = ?`,
      [tenant],
    );
    return rows.map(tables.memory.records.read);
  },

  /** Memories that replaced one that is gone: forgotten, or one with another that said the same and may be forgotten. */
  async heirs(tenant: string): Promise<AnyRecord[]> {
    const text = `SELECT m.* FROM memories m WHERE m.tenant = ? AND m.supersedes <> '' AND (
        EXISTS (SELECT 1 FROM forgotten_memories f WHERE f.tenant = m.tenant AND f.id = m.supersedes) OR
        EXISTS (SELECT 1 FROM synced_records s
          WHERE s.tenant = m.tenant AND s.kind = 'memory' AND s.id = m.supersedes AND s.digest = ''))`;
    return (await sql.all(text, [tenant])).map(tables.memory.records.read);
  },

  /** Versions that replaced a memory; several machines may have made one. */
  successors: (session: SqlSession, tenant: string, { id, supersededBy }: AnyRecord): Promise<AnyRecord[]> =>
    tables.memory.records.select(session, { tenant, "(supersedes = ? OR id = ?)": [id, String(supersededBy)] }),

  /** Archived sessions that were forgotten elsewhere. */
  forgottenSessions(tenant: string): Promise<string[]> {
    const text = `SELECT s.id FROM sessions s JOIN forgotten_sessions f
      ON f.tenant = s.tenant AND f.session_id = s.id WHERE s.tenant = ?`;
    return selectColumn(sql, text, [tenant]);
  },
});
