import type { SqlRow, SqlSession } from "../../engine/sql.js";
import { recordTable } from "../record-table.js";
import { insertInto } from "../sql-text.js";

/** A queued write to a service. Its id is also the idempotency key. */
export interface OutboxEntry {
  readonly id: string;
  /** Public URL of the service. */
  readonly service: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly createdAt: string;
  /** Why the service rejected it; empty while it is queued. */
  readonly refused: string;
}

export type OutboxStore = ReturnType<typeof openOutboxStore>;

export function openOutboxStore(sql: SqlSession) {
  return {
    /** Adds an entry claimed by the sender until `claimedUntil`; after that any process may send it. */
    async add(tenant: string, entry: OutboxEntry, claimedUntil: string): Promise<void> {
      const text = insertInto("remote_outbox", ["tenant", "claimed_until", ...table.columns]);
      await sql.run(text, [tenant, claimedUntil, ...table.values(entry)]);
    },

    /** Claims the oldest queued entry that has no valid claim at `now`; undefined when there is none. */
    async claim(tenant: string, service: string, now: string, until: string): Promise<OutboxEntry | undefined> {
      const [row] = await sql.all<OutboxRow>(
        `SELECT * FROM remote_outbox WHERE tenant = ? AND service = ? AND refused = '' ORDER BY id LIMIT 1`,
        [tenant, service],
      );
      // In order, so that a vote does not arrive before its memory: an entry that is being sent blocks the later ones.
      if (!row || row.claimed_until > now) return undefined;
      const changedRows = await sql.run(
        "UPDATE remote_outbox SET claimed_until = ? WHERE tenant = ? AND id = ? AND claimed_until = ?",
        [until, tenant, row.id, row.claimed_until],
      );
      return changedRows > 0 ? table.read(row) : undefined;
    },

    async release(tenant: string, id: string): Promise<void> {
      await sql.run("UPDATE remote_outbox SET claimed_until = '' WHERE tenant = ? AND id = ?", [tenant, id]);
    },

    async refuse(tenant: string, id: string, why: string): Promise<void> {
      await sql.run("UPDATE remote_outbox SET refused = ? WHERE tenant = ? AND id = ?", [why, tenant, id]);
    },

    /** Queues rejected entries again; returns how many. */
    retry: (tenant: string): Promise<number> =>
      sql.run("UPDATE remote_outbox SET refused = '', claimed_until = '' WHERE tenant = ? AND refused <> ''", [tenant]),

    remove: async (tenant: string, id: string): Promise<boolean> =>
      (await sql.run("DELETE FROM remote_outbox WHERE tenant = ? AND id = ?", [tenant, id])) > 0,

    /** Oldest first. */
    async list(tenant: string): Promise<OutboxEntry[]> {
      const rows = await sql.all("SELECT * FROM remote_outbox WHERE tenant = ? ORDER BY id", [tenant]);
      return rows.map(table.read);
    },

    async hasQueued(tenant: string, service: string): Promise<boolean> {
      const text = "SELECT id FROM remote_outbox WHERE tenant = ? AND service = ? AND refused = '' LIMIT 1";
      return (await sql.all(text, [tenant, service])).length > 0;
    },
  };
}

type OutboxRow = SqlRow & { readonly id: string; readonly claimed_until: string };

const table = recordTable<OutboxEntry>({
  id: "text",
  service: "text",
  tool: "text",
  input: "json",
  createdAt: "text",
  refused: "text",
});
