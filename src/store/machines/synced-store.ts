import type { Sql, SqlSession } from "../../engine/sql.js";
import { field, type RecordOf, recordTable } from "../record-table.js";
import { countRows, deleteRows, insertNew, upsertRow } from "../rows.js";
import type { SyncedKind } from "./record-tables.js";

const recordsTable = recordTable("synced_records", {
  kind: field<SyncedKind>("text"),
  id: "text",
  /** Of the record as it was; empty when it is deleted. */
  digest: "text",
  /** As JSON. */
  state: "text",
  /** Whether this state is in a log. */
  isSent: "flag",
});

/** What the other machines know of a record. */
export type SyncedRecord = RecordOf<typeof recordsTable>;

const segmentsTable = recordTable("synced_segments", {
  machine: "text",
  name: "text",
  /** Name of the machine, and when it wrote the segment. */
  host: "text",
  at: "text",
});

/** A segment of a log that was read or written here. */
export type Segment = RecordOf<typeof segmentsTable>;

export type SyncedStore = ReturnType<typeof openSyncedStore>;

export const openSyncedStore = (sql: Sql) => ({
  /** Digest of each record of a kind by its id. */
  async digests(tenant: string, kind: SyncedKind): Promise<Map<string, string>> {
    const text = "SELECT id, digest FROM synced_records WHERE tenant = ? AND kind = ?";
    const rows = await sql.all<{ id: string; digest: string }>(text, [tenant, kind]);
    return new Map(rows.map(({ id, digest }) => [id, digest]));
  },

  get: (session: SqlSession, tenant: string, { kind, id }: Pick<SyncedRecord, "kind" | "id">) =>
    recordsTable.find(session, { tenant, kind, id }),

  put: (session: SqlSession, tenant: string, record: SyncedRecord): Promise<void> => {
    const { kind, id } = record;
    return upsertRow(session, "synced_records", { tenant, kind, id }, recordsTable.row(record));
  },

  unsent: (tenant: string): Promise<SyncedRecord[]> =>
    recordsTable.select(sql, { tenant, "is_sent = 0": true }, "ORDER BY kind, id"),

  /** Except those that changed since. */
  markSent: (tenant: string, records: readonly SyncedRecord[]): Promise<void> =>
    sql.transaction(async (session) => {
      for (const { kind, id, state } of records)
        await recordsTable.update(session, { tenant, kind, id, state }, { isSent: true });
    }),

  markUnsent: (tenant: string, records: readonly Pick<SyncedRecord, "kind" | "id">[]): Promise<void> =>
    sql.transaction(async (session) => {
      for (const { kind, id } of records) await recordsTable.update(session, { tenant, kind, id }, { isSent: false });
    }),

  /** Everything is sent and read again: the place or the key is another one, or the place was emptied. */
  startOver: (tenant: string): Promise<void> =>
    sql.transaction(async (session) => {
      await recordsTable.update(session, { tenant }, { isSent: false });
      await deleteRows(session, "synced_segments", { tenant });
    }),

  clear: (tenant: string): Promise<void> =>
    sql.transaction(async (session) => {
      for (const table of ["synced_records", "synced_segments"]) await deleteRows(session, table, { tenant });
    }),

  segments: (tenant: string): Promise<Segment[]> => segmentsTable.select(sql, { tenant }),

  putSegment: (session: SqlSession, tenant: string, segment: Segment) =>
    insertNew(session, "synced_segments", { tenant, ...segmentsTable.row(segment) }),

  countUnsent: (tenant: string) => countRows(sql, "synced_records", { tenant, "is_sent = 0": true }),
});
