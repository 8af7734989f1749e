import type { SqlRow, SqlSession } from "../../engine/sql.js";

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

export interface OutboxStore {
  /** Adds an entry claimed by the sender until `claimedUntil`; after that any process may send it. */
  add(tenant: string, entry: OutboxEntry, claimedUntil: string): Promise<void>;
  /** Claims the oldest queued entry that has no valid claim at `now`; undefined when there is none. */
  claim(tenant: string, service: string, now: string, until: string): Promise<OutboxEntry | undefined>;
  release(tenant: string, id: string): Promise<void>;
  refuse(tenant: string, id: string, why: string): Promise<void>;
  /** Queues rejected entries again; returns how many. */
  retry(tenant: string): Promise<number>;
  remove(tenant: string, id: string): Promise<boolean>;
  /** Oldest first. */
  list(tenant: string): Promise<OutboxEntry[]>;
  hasQueued(tenant: string, service: string): Promise<boolean>;
}

export function openOutboxStore(sql: SqlSession): OutboxStore {
  return {
    async add(tenant, entry, claimedUntil) {
      await sql.run(
        `INSERT INTO remote_outbox (tenant, id, service, tool, input, created_at, claimed_until, refused)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        [
          tenant,
          entry.id,
          entry.service,
          entry.tool,
          JSON.stringify(entry.input),
          entry.createdAt,
          claimedUntil,
          entry.refused,
        ],
      );
    },

    async claim(tenant, service, now, until) {
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
      return changedRows > 0 ? toEntry(row) : undefined;
    },

    async release(tenant, id) {
      await sql.run("UPDATE remote_outbox SET claimed_until = '' WHERE tenant = ? AND id = ?", [tenant, id]);
    },

    async refuse(tenant, id, why) {
      await sql.run("UPDATE remote_outbox SET refused = ? WHERE tenant = ? AND id = ?", [why, tenant, id]);
    },

    retry: (tenant) =>
      sql.run("UPDATE remote_outbox SET refused = '', claimed_until = '' WHERE tenant = ? AND refused <> ''", [tenant]),

    remove: async (tenant, id) =>
      (await sql.run("DELETE FROM remote_outbox WHERE tenant = ? AND id = ?", [tenant, id])) > 0,

    async list(tenant) {
      const rows = await sql.all<OutboxRow>("SELECT * FROM remote_outbox WHERE tenant = ? ORDER BY id", [tenant]);
      return rows.map(toEntry);
    },

    async hasQueued(tenant, service) {
      const text = "SELECT id FROM remote_outbox WHERE tenant = ? AND service = ? AND refused = '' LIMIT 1";
      return (await sql.all(text, [tenant, service])).length > 0;
    },
  };
}

interface OutboxRow extends SqlRow {
  readonly id: string;
  readonly service: string;
  readonly tool: string;
  readonly input: string;
  readonly created_at: string;
  readonly claimed_until: string;
  readonly refused: string;
}

const toEntry = (row: OutboxRow): OutboxEntry => ({
  ...{ id: row.id, service: row.service, tool: row.tool, createdAt: row.created_at, refused: row.refused },
  input: JSON.parse(row.input) as Record<string, unknown>,
});
