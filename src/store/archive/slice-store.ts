import type { Sql, SqlSession } from "../../engine/sql.js";
import { countRows, updateRows } from "../rows.js";
import type { DocumentIndex } from "../search/search-index.js";
import { addEvents } from "./event-chunks.js";
import type { ExchangeRecord } from "./exchange.js";
import { recordWriter } from "./record-writer.js";
import type { SessionEvent } from "./session-event.js";
import { type SessionRecord, sessionTable } from "./session-store.js";
import { type Transcript, transcriptTable } from "./transcript-store.js";

/** A parsed piece of a transcript. */
export interface Slice {
  readonly path: string;
  /** The read position before this slice; if it has changed, another process was faster and nothing is written. */
  readonly before: Pick<Transcript, "readBytes" | "fingerprint">;
  readonly after: Pick<Transcript, "readBytes" | "fingerprint" | "state" | "seenAt"> & {
    /** Read to its end, unless a hook reported it later than `seenAt`. */
    readonly isRead: boolean;
  };
  readonly session: SessionRecord | undefined;
  readonly events: readonly SessionEvent[];
  readonly records: readonly ExchangeRecord[];
}

/** The only store that writes text of sessions. */
export type SliceStore = ReturnType<typeof openSliceStore>;

export function openSliceStore(sql: Sql, documents: DocumentIndex) {
  const writerFor = (session: SqlSession, tenant: string) => recordWriter(session, tenant, documents.within(session));
  return {
    /** All or nothing, except slices that another process has already written; returns how many were written. */
    write: (tenant: string, slices: readonly Slice[]): Promise<number> =>
      sql.transaction(async (session) => {
        const writer = writerFor(session, tenant);
        const sessions: { record: SessionRecord; bytes: number }[] = [];
        let written = 0;
        for (const slice of slices) {
          if (!(await advance(session, tenant, slice))) continue;
          written++;
          if (!slice.session) continue;
          if (await isForgotten(session, tenant, slice.session.id)) {
            // The reader's state must not keep text of it.
            await updateRows(session, "transcripts", { tenant, path: slice.path }, { state: "" });
            continue;
          }
          const { id } = slice.session;
          const bytes = slice.events.length > 0 ? await addEvents(session, tenant, id, slice.events) : 0;
          for (const record of slice.records) writer.put(record);
          sessions.push({ record: slice.session, bytes });
        }
        await writer.flush();
        for (const { record, bytes } of sessions) await writeSession(session, tenant, record, bytes);
        return written;
      }),

    /** Replaces everything derived from a session. */
    rewrite: (tenant: string, sessionId: string, project: string, records: readonly ExchangeRecord[]): Promise<void> =>
      sql.transaction(async (session) => {
        const writer = writerFor(session, tenant);
        await writer.removeOthers(sessionId, new Set(records.map(({ exchange }) => exchange.key)));
        for (const record of records) writer.put(record);
        await writer.flush();
        await sessionTable.update(session, { tenant, id: sessionId }, { project, exchanges: records.length });
      }),
  };
}

/** False when another process has read further meanwhile. */
async function advance(session: SqlSession, tenant: string, { path, before, after, ...slice }: Slice) {
  const expected = { tenant, path, read_bytes: before.readBytes, fingerprint: before.fingerprint };
  const { readBytes, fingerprint, state, isRead, seenAt } = after;
  const sessionId = slice.session?.id ?? "";
  if ((await transcriptTable.update(session, expected, { readBytes, fingerprint, state, sessionId })) === 0)
    return false;
  if (isRead) await updateRows(session, "transcripts", { tenant, path, "seen_at <=": seenAt }, { wanted: 0 });
  return true;
}

async function isForgotten(session: SqlSession, tenant: string, id: string): Promise<boolean> {
  const text = "SELECT 1 FROM forgotten_sessions WHERE tenant = ? AND session_id = ?";
  return (await session.all(text, [tenant, id])).length > 0;
}

async function writeSession(session: SqlSession, tenant: string, record: SessionRecord, bytes: number): Promise<void> {
  const exchanges = await countRows(session, "exchanges", { tenant, session_id: record.id });
  await sessionTable.insert(
    session,
    { tenant, kept_bytes: bytes },
    { ...record, exchanges },
    `ON CONFLICT (tenant, id) DO UPDATE SET
       project = excluded.project, folder = excluded.folder, branch = excluded.branch, model = excluded.model,
       title = excluded.title, parent = excluded.parent, exchanges = excluded.exchanges,
       tokens_in = excluded.tokens_in, tokens_out = excluded.tokens_out,
       kept_bytes = sessions.kept_bytes + excluded.kept_bytes,
       started_at = CASE WHEN sessions.started_at < excluded.started_at THEN sessions.started_at ELSE excluded.started_at END,
       ended_at = CASE WHEN sessions.ended_at > excluded.ended_at THEN sessions.ended_at ELSE excluded.ended_at END`,
  );
}
