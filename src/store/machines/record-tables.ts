import type { Sql, SqlRow, SqlSession } from "../../engine/sql.js";
import { checkpointDocument, checkpointDocumentId, checkpointTable } from "../memory/checkpoint-store.js";
import { memoryDocument, memoryDocumentId, memoryTable } from "../memory/memory-row.js";
import { tombstoneTable } from "../memory/memory-store.js";
import {
  hasSameContent,
  remediationDocument,
  remediationDocumentId,
  remediationTable,
} from "../memory/remediation-store.js";
import { type RecordTable, recordTable } from "../record-table.js";
import type { SearchDocument } from "../search/search-document.js";
import type { SearchIndex } from "../search/search-index.js";
import { insertInto } from "../sql-text.js";

export const syncedKinds = ["memory", "fix", "checkpoint", "forgotten", "forgotten-session"] as const;
export type SyncedKind = (typeof syncedKinds)[number];

/** A record of any kind; fixes and checkpoints have their owner too. */
export type AnyRecord = Readonly<Record<string, unknown>> & { readonly id: string };

interface Table {
  readonly name: string;
  readonly record: RecordTable<AnyRecord>;
  /** Column of its id. */
  readonly id: string;
  readonly hasOwner?: boolean;
  /** What of it travels. */
  readonly where?: string;
  /** Other rows that say the same, and may be one too many. */
  readonly twins?: { readonly where: string; readonly fields: readonly string[] };
  document?(record: AnyRecord): SearchDocument;
  documentId?(id: string): string;
}

const tables = {
  memory: {
    name: "memories",
    record: memoryTable,
    id: "id",
    twins: {
      where: "project = ? AND content_key = ? AND outcome = ? AND state IN ('candidate', 'verified')",
      fields: ["project", "contentKey", "outcome"],
    },
    document: memoryDocument,
    documentId: memoryDocumentId,
  },
  fix: {
    name: "remediations",
    record: remediationTable,
    id: "id",
    hasOwner: true,
    twins: { where: "fingerprint = ? AND owner = ?", fields: ["fingerprint", "owner"] },
    document: (one: Parameters<typeof remediationDocument>[1] & { owner: string }) =>
      remediationDocument(one.owner, one),
    documentId: remediationDocumentId,
  },
  checkpoint: {
    name: "checkpoints",
    record: checkpointTable,
    id: "id",
    hasOwner: true,
    // Automatic ones are many, large, and soon outdated.
    where: "auto_created = 0",
    document: (one: Parameters<typeof checkpointDocument>[1] & { owner: string }) => checkpointDocument(one.owner, one),
    documentId: checkpointDocumentId,
  },
  forgotten: { name: "forgotten_memories", record: tombstoneTable, id: "id" },
  "forgotten-session": {
    name: "forgotten_sessions",
    record: recordTable<{ readonly id: string; readonly at: string }>({ id: ["text", "session_id"], at: "text" }),
    id: "session_id",
  },
} as unknown as Readonly<Record<SyncedKind, Table>>;

const toRecord = ({ record, hasOwner }: Table, row: SqlRow): AnyRecord =>
  hasOwner ? { ...record.read(row), owner: row.owner } : record.read(row);

/** Records as rows, for the sync with other machines: it has decided already what becomes of them. */
export type RecordTables = ReturnType<typeof openRecordTables>;

export const openRecordTables = (sql: Sql, documents: Pick<SearchIndex, "within">) => ({
  async *all(kind: SyncedKind, tenant: string): AsyncIterable<AnyRecord> {
    const { name, id, where = "1 = 1" } = tables[kind];
    for (let after = ""; ; ) {
      const text = `SELECT * FROM ${name} WHERE tenant = ? AND ${where} AND ${id} > ? ORDER BY ${id} LIMIT 500`;
      const rows = await sql.all(text, [tenant, after]);
      for (const row of rows) yield toRecord(tables[kind], row);
      if (rows.length === 0) return;
      after = String(rows.at(-1)?.[id]);
    }
  },

  async read(session: SqlSession, kind: SyncedKind, tenant: string, id: string): Promise<AnyRecord | undefined> {
    const text = `SELECT * FROM ${tables[kind].name} WHERE tenant = ? AND ${tables[kind].id} = ?`;
    const [row] = await session.all(text, [tenant, id]);
    return row && toRecord(tables[kind], row);
  },

  /** Another record that says the same. */
  async twin(session: SqlSession, kind: SyncedKind, tenant: string, record: AnyRecord): Promise<AnyRecord | undefined> {
    const { name, twins, record: table } = tables[kind];
    if (!twins || record.state === "superseded" || record.state === "rejected" || record.state === "heard")
      return undefined;
    const values = twins.fields.map((field) => String(record[field]));
    const text = `SELECT * FROM ${name} WHERE tenant = ? AND ${twins.where} AND id <> ? ORDER BY id`;
    const rows = await session.all(text, [tenant, ...values, record.id]);
    const twin = kind === "fix" ? rows.find((row) => hasSameContent(row, table.values(record))) : rows[0];
    return twin && toRecord(tables[kind], twin);
  },

  async put(session: SqlSession, kind: SyncedKind, tenant: string, record: AnyRecord): Promise<void> {
    const { name, record: table, id, hasOwner, document } = tables[kind];
    const columns = ["tenant", ...(hasOwner ? ["owner"] : []), ...table.columns];
    const changed = columns.map((column) => `${column} = excluded.${column}`).join(", ");
    const key = ["tenant", ...(hasOwner ? ["owner"] : []), id].join(", ");
    const text = `${insertInto(name, columns)} ON CONFLICT (${key}) DO UPDATE SET ${changed}`;
    await session.run(text, [tenant, ...(hasOwner ? [String(record.owner)] : []), ...table.values(record)]);
    if (document) await documents.within(session).put(tenant, [document(record)]);
  },

  async remove(session: SqlSession, kind: SyncedKind, tenant: string, record: AnyRecord): Promise<void> {
    const [table, id] = [tables[kind], record.id];
    await session.run(`DELETE FROM ${table.name} WHERE tenant = ? AND ${table.id} = ?`, [tenant, id]);
    if (table.documentId) await documents.within(session).remove(tenant, [table.documentId(id)]);
  },

  /** Memories whose text was forgotten here or elsewhere. */
  async forgottenMemories(tenant: string): Promise<AnyRecord[]> {
    const rows = await sql.all(
      `SELECT m.* FROM memories m JOIN forgotten_memories f
       ON f.tenant = m.tenant AND f.project = m.project AND f.content_key = m.content_key WHERE m.tenant = ?`,
      [tenant],
    );
    return rows.map((row) => toRecord(tables.memory, row));
  },

  /** Memories that replaced one that is gone: forgotten, or one with another that said the same and may be forgotten. */
  async heirs(tenant: string): Promise<AnyRecord[]> {
    const text = `SELECT m.* FROM memories m WHERE m.tenant = ? AND m.supersedes <> '' AND (
        EXISTS (SELECT 1 FROM forgotten_memories f WHERE f.tenant = m.tenant AND f.id = m.supersedes) OR
        EXISTS (SELECT 1 FROM synced_records s
          WHERE s.tenant = m.tenant AND s.kind = 'memory' AND s.id = m.supersedes AND s.digest = ''))`;
    return (await sql.all(text, [tenant])).map((row) => toRecord(tables.memory, row));
  },

  /** Versions that replaced a memory; several machines may have made one. */
  async successors(session: SqlSession, tenant: string, { id, supersededBy }: AnyRecord): Promise<AnyRecord[]> {
    const text = "SELECT * FROM memories WHERE tenant = ? AND (supersedes = ? OR id = ?)";
    return (await session.all(text, [tenant, id, String(supersededBy)])).map((row) => toRecord(tables.memory, row));
  },

  /** Archived sessions that were forgotten elsewhere. */
  async forgottenSessions(tenant: string): Promise<string[]> {
    const text = `SELECT s.id FROM sessions s JOIN forgotten_sessions f
      ON f.tenant = s.tenant AND f.session_id = s.id WHERE s.tenant = ?`;
    return (await sql.all<{ id: string }>(text, [tenant])).map(({ id }) => id);
  },
});
