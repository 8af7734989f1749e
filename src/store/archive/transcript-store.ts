import type { Sql, SqlSession } from "../../engine/sql.js";
import { recordTable } from "../record-table.js";
import { selectNumber } from "../sql-text.js";

/** How far one transcript has been read. */
export interface Transcript {
  readonly path: string;
  readonly agent: string;
  /** The agent's working folder, when a hook or the path reveals it. */
  readonly folder: string;
  readonly sessionId: string;
  readonly readBytes: number;
  /** Detects whether the file was replaced. */
  readonly fingerprint: string;
  /** State to resume reading: a JSON value of the reader. */
  readonly state: string;
  /** When a hook last reported it. */
  readonly seenAt: string;
}

/** A hook's notification that a transcript has grown. */
export interface TranscriptNotification {
  readonly path: string;
  readonly agent: string;
  readonly folder: string;
  readonly at: string;
}

/** Hook activity of one agent. */
export interface HookActivity {
  readonly agent: string;
  /** Time of the last hook; empty when its transcripts were only imported. */
  readonly at: string;
  readonly waiting: number;
}

export type TranscriptStore = ReturnType<typeof openTranscriptStore>;

/** `machine` distinguishes the spool of one machine from those of others. */
export function openTranscriptStore(sql: Sql, machine = "") {
  const ownRows = sql.dialect.ownRows;
  const nameOf = (spool: string) => (machine === "" ? spool : `${machine}/${spool}`);
  return {
    async find(tenant: string, path: string): Promise<Transcript | undefined> {
      const rows = await sql.all("SELECT * FROM transcripts WHERE tenant = ? AND path = ?", [tenant, path]);
      return rows.map(table.read)[0];
    },

    /** Transcripts reported by hooks, the longest waiting first. */
    async pending(tenant: string, limit: number): Promise<Transcript[]> {
      const text = "SELECT * FROM transcripts WHERE tenant = ? AND wanted = 1 ORDER BY seen_at LIMIT ?";
      return (await sql.all(text, [tenant, limit])).map(table.read);
    },

    /** Transcripts reported since a time: their hosts may write after the last hook. */
    async seenSince(
      tenant: string,
      at: string,
      limit: number,
    ): Promise<(TranscriptNotification & { readonly readBytes: number })[]> {
      const text = `SELECT * FROM transcripts WHERE tenant = ? AND wanted = 0 AND seen_at >= ? ORDER BY seen_at DESC LIMIT ?`;
      const rows = (await sql.all(text, [tenant, at, limit])).map(table.read);
      return rows.map(({ path, agent, folder, readBytes, seenAt }) => ({ path, agent, folder, readBytes, at: seenAt }));
    },

    /** Records notifications together with the read position in the spool. */
    enqueue: (
      tenant: string,
      notifications: readonly TranscriptNotification[],
      spool?: { name: string; from: number; to: number },
    ): Promise<boolean> =>
      sql.transaction(async (session) => {
        if (spool && !(await advanceSpool(session, { ...spool, name: nameOf(spool.name) }))) return false;
        for (const { path, agent, folder, at } of notifications) {
          await session.run(
            `INSERT INTO transcripts (tenant, path, agent, folder, session_id, read_bytes, fingerprint, wanted, seen_at, state)
             VALUES (?, ?, ?, ?, '', 0, '', 1, ?, '')
             ON CONFLICT (tenant, path) DO UPDATE SET wanted = 1,
               seen_at = CASE WHEN transcripts.seen_at > excluded.seen_at THEN transcripts.seen_at ELSE excluded.seen_at END,
               folder = CASE WHEN transcripts.folder = '' THEN excluded.folder ELSE transcripts.folder END`,
            [tenant, path, agent, folder, at],
          );
        }
        return true;
      }),

    async hookActivity(tenant: string): Promise<HookActivity[]> {
      const rows = await sql.all<{ agent: string; at: string; waiting: number }>(
        "SELECT agent, max(seen_at) AS at, sum(wanted) AS waiting FROM transcripts WHERE tenant = ? GROUP BY agent",
        [tenant],
      );
      return rows.map(({ agent, at, waiting }) => ({ agent, at, waiting: Number(waiting) }));
    },

    /** Marks a transcript as read to its end. */
    async markRead(tenant: string, path: string, seenAt: string): Promise<void> {
      await sql.run("UPDATE transcripts SET wanted = 0 WHERE tenant = ? AND path = ? AND seen_at <= ?", [
        tenant,
        path,
        seenAt,
      ]);
    },

    /** A transcript whose content the archive has: only what follows is read. Its reader's state stays, if it has one. */
    async adopt(
      tenant: string,
      { path, agent, folder, sessionId, readBytes, fingerprint, state }: Omit<Transcript, "seenAt">,
    ): Promise<void> {
      await sql.run(
        `INSERT INTO transcripts (tenant, path, agent, folder, session_id, read_bytes, fingerprint, wanted, seen_at, state)
         VALUES (?, ?, ?, ?, ?, ?, ?, 0, '', ?)
         ON CONFLICT (tenant, path) DO UPDATE SET read_bytes = excluded.read_bytes, fingerprint = excluded.fingerprint,
           wanted = 0, state = CASE WHEN transcripts.state = '' THEN excluded.state ELSE transcripts.state END`,
        [tenant, path, agent, folder, sessionId, readBytes, fingerprint, state],
      );
    },

    spoolPosition: (name: string): Promise<number> =>
      selectNumber(sql, `SELECT read_bytes AS n FROM spool_files WHERE ${ownRows} AND name = ?`, [nameOf(name)]),

    async forgetSpool(name: string): Promise<void> {
      await sql.run(`DELETE FROM spool_files WHERE ${ownRows} AND name = ?`, [nameOf(name)]);
    },
  };
}

/** False when another process has read further meanwhile. */
async function advanceSpool(session: SqlSession, { name, from, to }: { name: string; from: number; to: number }) {
  if (from === 0) {
    await session.run("INSERT INTO spool_files (name, read_bytes) VALUES (?, 0) ON CONFLICT DO NOTHING", [name]);
  }
  const text = `UPDATE spool_files SET read_bytes = ? WHERE ${session.dialect.ownRows} AND name = ? AND read_bytes = ?`;
  return (await session.run(text, [to, name, from])) > 0;
}

const table = recordTable<Transcript>({
  path: "text",
  agent: "text",
  folder: "text",
  sessionId: "text",
  readBytes: "number",
  fingerprint: "text",
  state: "text",
  seenAt: "text",
});
