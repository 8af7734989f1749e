import type { SqlRow, SqlSession } from "../../engine/sql.js";
import { field, type RecordOf, recordTable } from "../record-table.js";
import { deleteRows, updateRows } from "../rows.js";

const table = recordTable("remote_outbox", {
  id: "text",
  /** Public URL of the service. */
  service: "text",
  tool: "text",
  input: field<Readonly<Record<string, unknown>>>("json"),
  createdAt: "text",
  /** Why the service rejected it; empty while it is queued. */
  refused: "text",
});

/** A queued write to a service. Its id is also the idempotency key. */
export type OutboxEntry = RecordOf<typeof table>;

export type OutboxStore = ReturnType<typeof openOutboxStore>;

export const openOutboxStore = (sql: SqlSession) => ({
  /** Adds an entry claimed by the sender until `claimedUntil`; after that any process may send it. */
  add: (tenant: string, entry: OutboxEntry, claimedUntil: string) =>
    table.insert(sql, { tenant, claimed_until: claimedUntil }, entry),

  /** Claims the oldest queued entry that has no valid claim at `now`; undefined when there is none. */
  async claim(tenant: string, service: string, now: string, until: string): Promise<OutboxEntry | undefined> {
    const [row] = await sql.all<SqlRow & { readonly id: string; readonly claimed_until: string }>(
      `SELECT * FROM remote_outbox WHERE tenant = ? AND service = ? AND refused = '' ORDER BY id LIMIT 1`,
      [tenant, service],
    );
    // In order, so that a vote does not arrive before its memory: an entry that is being sent blocks the later ones.
    if (!row || row.claimed_until > now) return undefined;
    const claimed = { tenant, id: row.id, claimed_until: row.claimed_until };
    const changedRows = await updateRows(sql, "remote_outbox", claimed, { claimed_until: until });
    return changedRows > 0 ? table.read(row) : undefined;
  },

  release: (tenant: string, id: string) => updateRows(sql, "remote_outbox", { tenant, id }, { claimed_until: "" }),

  refuse: (tenant: string, id: string, why: string) => table.update(sql, { tenant, id }, { refused: why }),

  /** Queues rejected entries again; returns how many. */
  retry: (tenant: string): Promise<number> =>
    updateRows(sql, "remote_outbox", { tenant, "refused <>": "" }, { refused: "", claimed_until: "" }),

  remove: async (tenant: string, id: string): Promise<boolean> =>
    (await deleteRows(sql, "remote_outbox", { tenant, id })) > 0,

  /** Oldest first. */
  list: (tenant: string) => table.select(sql, { tenant }, "ORDER BY id"),

  hasQueued: async (tenant: string, service: string): Promise<boolean> =>
    (await table.select(sql, { tenant, service, refused: "" }, "LIMIT 1")).length > 0,
});
