import type { Sql, SqlSession } from "../../engine/sql.js";
import { type RecordOf, recordTable } from "../record-table.js";
import { insertNew, selectColumn, selectNumber, selectOne } from "../rows.js";
import type { DocumentIndex } from "../search/search-index.js";
import { readBlob, readEvents } from "./event-chunks.js";
import { removeSession } from "./remove-session.js";

export const sessionTable = recordTable("sessions", {
  id: "text",
  agent: "text",
  project: "text",
  folder: "text",
  branch: "text",
  model: "text",
  title: "text",
  parent: "text",
  startedAt: "text",
  endedAt: "text",
  tokensIn: "number",
  tokensOut: "number",
  exchanges: "number",
});

/** One session as it is listed. */
export type Session = RecordOf<typeof sessionTable>;

/** The session's metadata after a slice of its transcript was read. */
export type SessionRecord = Omit<Session, "exchanges">;

export type Touch = Readonly<Record<"sessionId" | "exchangeKey" | "path" | "how" | "at", string>>;

/** `bytes` is the compressed size of the events of all sessions. */
export type ArchiveTotals = Readonly<Record<"sessions" | "exchanges" | "projects" | "transcripts" | "bytes", number>> &
  Readonly<Record<"oldest" | "newest", string>>;

export type RemovedCounts = Readonly<Record<"sessions" | "exchanges" | "events", number>>;

/** Of one session: the last ones are what its parent goes on with. */
const maxSubagents = 20;
const maxLastChunks = 4;

export type SessionStore = ReturnType<typeof openSessionStore>;

export function openSessionStore(sql: Sql, documents: DocumentIndex) {
  const remove = async (session: SqlSession, tenant: string, ids: readonly string[]): Promise<RemovedCounts> => {
    const removed = { sessions: 0, exchanges: 0, events: 0 };
    for (const id of ids) {
      const counts = await removeSession(documents, session, tenant, id);
      removed.sessions++;
      removed.exchanges += counts.exchanges;
      removed.events += counts.events;
    }
    return removed;
  };
  return {
    list: (
      tenant: string,
      { project, before = "~", from = "" }: { project?: string; before?: string; from?: string },
      limit: number,
    ): Promise<Session[]> => {
      const where = { tenant, project, "ended_at <": before, "ended_at >=": from };
      return sessionTable.select(sql, where, "ORDER BY ended_at DESC LIMIT ?", limit);
    },

    ids: (tenant: string) =>
      selectColumn(sql, "SELECT id FROM sessions WHERE tenant = ? ORDER BY started_at, id", [tenant]),

    find: (tenant: string, id: string) => sessionTable.find(sql, { tenant, id }),

    /** The sub-agents of a session, the oldest first. */
    async subagentsOf(tenant: string, id: string): Promise<string[]> {
      const text = "SELECT id FROM sessions WHERE tenant = ? AND parent = ? ORDER BY started_at DESC LIMIT ?";
      return (await selectColumn(sql, text, [tenant, id, maxSubagents])).reverse();
    },

    /** Sessions whose id begins with `prefix`. */
    startingWith: (tenant: string, prefix: string, limit: number): Promise<Session[]> =>
      sessionTable.select(sql, { tenant, "id >=": prefix, "id <": `${prefix}\uffff` }, "ORDER BY id LIMIT ?", limit),

    events: (tenant: string, id: string) => readEvents(sql, tenant, id),
    /** The last events, however long the session is. */
    lastEvents: (tenant: string, id: string) => readEvents(sql, tenant, id, maxLastChunks),
    blob: (tenant: string, hash: string) => readBlob(sql, tenant, hash),

    /** Exchanges that touched a file, the newest first; `path` may be the end of a path. */
    touches(tenant: string, project: string, path: string, limit: number): Promise<Touch[]> {
      const text = `SELECT session_id AS "sessionId", exchange_key AS "exchangeKey", path, how, at FROM file_touches
                    WHERE tenant = ? AND project = ? AND (path = ? OR path LIKE ?) ORDER BY at DESC LIMIT ?`;
      return sql.all<Touch>(text, [tenant, project, path, `%/${path}`, limit]);
    },

    totals: (tenant: string): Promise<ArchiveTotals> =>
      selectOne<ArchiveTotals>(
        sql,
        `SELECT count(*) AS sessions, (SELECT count(*) FROM exchanges WHERE tenant = ?) AS exchanges,
           count(DISTINCT project) AS projects, (SELECT count(*) FROM transcripts WHERE tenant = ?) AS transcripts,
           coalesce(sum(kept_bytes), 0) AS bytes,
           coalesce(min(started_at), '') AS oldest, coalesce(max(ended_at), '') AS newest
         FROM sessions WHERE tenant = ?`,
        [tenant, tenant, tenant],
      ),

    perAgent: (tenant: string) =>
      sql.all<{ agent: string; sessions: number }>(
        "SELECT agent, count(*) AS sessions FROM sessions WHERE tenant = ? GROUP BY agent ORDER BY sessions DESC, agent",
        [tenant],
      ),

    /** Removes sessions with everything derived from them, and prevents their import. */
    forget: (tenant: string, ids: readonly string[], at: string): Promise<RemovedCounts> =>
      sql.transaction(async (session) => {
        for (const id of ids) await insertNew(session, "forgotten_sessions", { tenant, session_id: id, at });
        return remove(session, tenant, ids);
      }),

    /** Removes sessions that ended before a day; unlike forgetting, this does not prevent their import. */
    dropBefore: (tenant: string, at: string, limit: number): Promise<RemovedCounts> =>
      sql.transaction(async (session) => {
        const text = "SELECT id FROM sessions WHERE tenant = ? AND ended_at < ? ORDER BY ended_at LIMIT ?";
        return remove(session, tenant, await selectColumn(session, text, [tenant, at, limit]));
      }),

    /** Removes the oldest sessions until the rest takes at most `maxBytes`; keeps at least one. */
    dropBeyond: (tenant: string, maxBytes: number, limit: number): Promise<RemovedCounts> =>
      sql.transaction(async (session) => {
        const total = "SELECT sum(kept_bytes) AS n FROM sessions WHERE tenant = ?";
        const excess = (await selectNumber(session, total, [tenant])) - maxBytes;
        if (excess <= 0) return { sessions: 0, exchanges: 0, events: 0 };
        const text = "SELECT id, kept_bytes FROM sessions WHERE tenant = ? ORDER BY ended_at, id LIMIT ?";
        const oldest = await session.all<{ id: string; kept_bytes: number }>(text, [tenant, limit + 1]);
        let bytesLeft = excess;
        const ids: string[] = [];
        for (const { id, kept_bytes } of oldest.slice(0, Math.min(limit, oldest.length - 1))) {
          if (bytesLeft > 0) ids.push(id);
          bytesLeft -= kept_bytes;
        }
        return remove(session, tenant, ids);
      }),
  };
}
