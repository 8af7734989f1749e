import type { Sql, SqlSession } from "../../engine/sql.js";
import { type RecordOf, recordTable } from "../record-table.js";
import { insertNew, selectNumber, updateRows } from "../rows.js";

export const transcriptTable = recordTable("transcripts", {
  path: "text",
  agent: "text",
  /** The agent's working folder, when a hook or the path reveals it. */
  folder: "text",
  sessionId: "text",
  readBytes: "number",
  /** Detects whether the file was replaced. */
  fingerprint: "text",
  /** State to resume reading: a JSON value of the reader. */
  state: "text",
  /** When a hook last reported it. */
  seenAt: "text",
});

/** How far one transcript has been read. */
export type Transcript = RecordOf<typeof transcriptTable>;

/** A hook's notification that a transcript has grown. */
export type TranscriptNotification = Readonly<Record<"path" | "agent" | "folder" | "at", string>>;

/** Hook activity of one agent. The time of the last hook is empty when its transcripts were only imported. */
export type HookActivity = { readonly agent: string; readonly at: string; readonly waiting: number };

export type TranscriptStore = ReturnType<typeof openTranscriptStore>;

/** `machine` distinguishes the spool of one machine from those of others. */
export function openTranscriptStore(sql: Sql, machine = "") {
  const ownRows = sql.dialect.ownRows;
  const nameOf = (spool: string) => (machine === "" ? spool : `${machine}/${spool}`);
  return {
    find: (tenant: string, path: string) => transcriptTable.find(sql, { tenant, path }),

    /** Transcripts reported by hooks, the longest waiting first. */
    pending: (tenant: string, limit: number): Promise<Transcript[]> =>
      transcriptTable.select(sql, { tenant, wanted: 1 }, "ORDER BY seen_at LIMIT ?", limit),

    /** Transcripts reported since a time: their hosts may write after the last hook. */
    async seenSince(tenant: string, at: string, limit: number) {
      const where = { tenant, wanted: 0, "seen_at >=": at };
      const rows = await transcriptTable.select(sql, where, "ORDER BY seen_at DESC LIMIT ?", limit);
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
          const unread = { path, agent, folder, sessionId: "", readBytes: 0, fingerprint: "", state: "", seenAt: at };
          await transcriptTable.insert(
            session,
            { tenant, wanted: 1 },
            unread,
            `ON CONFLICT (tenant, path) DO UPDATE SET wanted = 1,
               seen_at = CASE WHEN transcripts.seen_at > excluded.seen_at THEN transcripts.seen_at ELSE excluded.seen_at END,
               folder = CASE WHEN transcripts.folder = '' THEN excluded.folder ELSE transcripts.folder END`,
          );
        }
        return true;
      }),

    hookActivity: (tenant: string): Promise<HookActivity[]> =>
      sql.all<HookActivity>(
        "SELECT agent, max(seen_at) AS at, sum(wanted) AS waiting FROM transcripts WHERE tenant = ? GROUP BY agent",
        [tenant],
      ),

    /** Marks a transcript as read to its end. */
    markRead: (tenant: string, path: string, seenAt: string) =>
      updateRows(sql, "transcripts", { tenant, path, "seen_at <=": seenAt }, { wanted: 0 }),

    /** A transcript whose content the archive has: only what follows is read. Its reader's state stays, if it has one. */
    adopt: (tenant: string, transcript: Omit<Transcript, "seenAt">) =>
      transcriptTable.insert(
        sql,
        { tenant, wanted: 0 },
        { ...transcript, seenAt: "" },
        `ON CONFLICT (tenant, path) DO UPDATE SET read_bytes = excluded.read_bytes, fingerprint = excluded.fingerprint,
           wanted = 0, state = CASE WHEN transcripts.state = '' THEN excluded.state ELSE transcripts.state END`,
      ),

    spoolPosition: (name: string): Promise<number> =>
      selectNumber(sql, `SELECT read_bytes AS n FROM spool_files WHERE ${ownRows} AND name = ?`, [nameOf(name)]),

    forgetSpool: (name: string) => sql.run(`DELETE FROM spool_files WHERE ${ownRows} AND name = ?`, [nameOf(name)]),
  };
}

/** False when another process has read further meanwhile. */
async function advanceSpool(session: SqlSession, { name, from, to }: { name: string; from: number; to: number }) {
  if (from === 0) await insertNew(session, "spool_files", { name, read_bytes: 0 });
  const position = { [session.dialect.ownRows]: true, name, read_bytes: from } as const;
  return (await updateRows(session, "spool_files", position, { read_bytes: to })) > 0;
}
