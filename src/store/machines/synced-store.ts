import type { Sql, SqlRow, SqlSession } from "../../engine/sql.js";
import { insertInto, selectNumber } from "../sql-text.js";
import type { SyncedKind } from "./record-tables.js";

/** What the other machines know of a record. */
export interface SyncedRecord {
  readonly kind: SyncedKind;
  readonly id: string;
  /** Of the record as it was; empty when it is deleted. */
  readonly digest: string;
  /** As JSON. */
  readonly state: string;
  /** Whether this state is in a log. */
  readonly isSent: boolean;
}

/** A segment of a log that was read or written here. */
export interface Segment {
  readonly machine: string;
  readonly name: string;
  /** Name of the machine, and when it wrote the segment. */
  readonly host: string;
  readonly at: string;
}

export type SyncedStore = ReturnType<typeof openSyncedStore>;

const toSynced = (row: SqlRow): SyncedRecord => ({
  kind: String(row.kind) as SyncedKind,
  id: String(row.id),
  digest: String(row.digest),
  state: String(row.state),
  isSent: Number(row.is_sent) === 1,
});

export const openSyncedStore = (sql: Sql) => ({
  /** Digest of each record of a kind by its id. */
  async digests(tenant: string, kind: SyncedKind): Promise<Map<string, string>> {
    const text = "SELECT id, digest FROM synced_records WHERE tenant = ? AND kind = ?";
    const rows = await sql.all<{ id: string; digest: string }>(text, [tenant, kind]);
    return new Map(rows.map(({ id, digest }) => [id, digest]));
  },

  async get(
    session: SqlSession,
    tenant: string,
    { kind, id }: Pick<SyncedRecord, "kind" | "id">,
  ): Promise<SyncedRecord | undefined> {
    const text = "SELECT * FROM synced_records WHERE tenant = ? AND kind = ? AND id = ?";
    const [row] = await session.all(text, [tenant, kind, id]);
    return row && toSynced(row);
  },

  async put(session: SqlSession, tenant: string, { kind, id, digest, state, isSent }: SyncedRecord): Promise<void> {
    await session.run(
      `${insertInto("synced_records", ["tenant", "kind", "id", "digest", "state", "is_sent"])}
       ON CONFLICT (tenant, kind, id) DO UPDATE SET
         digest = excluded.digest, state = excluded.state, is_sent = excluded.is_sent`,
      [tenant, kind, id, digest, state, Number(isSent)],
    );
  },

  async unsent(tenant: string): Promise<SyncedRecord[]> {
    const text = "SELECT * FROM synced_records WHERE tenant = ? AND is_sent = 0 ORDER BY kind, id";
    return (await sql.all(text, [tenant])).map(toSynced);
  },

  /** Except those that changed since. */
  markSent: (tenant: string, records: readonly SyncedRecord[]): Promise<void> =>
    sql.transaction(async (session) => {
      const text = "UPDATE synced_records SET is_sent = 1 WHERE tenant = ? AND kind = ? AND id = ? AND state = ?";
      for (const { kind, id, state } of records) await session.run(text, [tenant, kind, id, state]);
    }),

  markUnsent: (tenant: string, records: readonly Pick<SyncedRecord, "kind" | "id">[]): Promise<void> =>
    sql.transaction(async (session) => {
      const text = "UPDATE synced_records SET is_sent = 0 WHERE tenant = ? AND kind = ? AND id = ?";
      for (const { kind, id } of records) await session.run(text, [tenant, kind, id]);
    }),

  /** Everything is sent and read again: the place or the key is another one, or the place was emptied. */
  startOver: (tenant: string): Promise<void> =>
    sql.transaction(async (session) => {
      await session.run("UPDATE synced_records SET is_sent = 0 WHERE tenant = ?", [tenant]);
      await session.run("DELETE FROM synced_segments WHERE tenant = ?", [tenant]);
    }),

  clear: (tenant: string): Promise<void> =>
    sql.transaction(async (session) => {
      for (const table of ["synced_records", "synced_segments"])
        await session.run(`DELETE FROM ${table} WHERE tenant = ?`, [tenant]);
    }),

  async segments(tenant: string): Promise<Segment[]> {
    const rows = await sql.all("SELECT * FROM synced_segments WHERE tenant = ?", [tenant]);
    return rows.map((row) => ({
      machine: String(row.machine),
      name: String(row.name),
      host: String(row.host),
      at: String(row.at),
    }));
  },

  async putSegment(session: SqlSession, tenant: string, { machine, name, host, at }: Segment): Promise<void> {
    const text = insertInto("synced_segments", ["tenant", "machine", "name", "host", "at"]);
    await session.run(`${text} ON CONFLICT DO NOTHING`, [tenant, machine, name, host, at]);
  },

  countUnsent: (tenant: string): Promise<number> =>
    selectNumber(sql, "SELECT count(*) AS n FROM synced_records WHERE tenant = ? AND is_sent = 0", [tenant]),
});
