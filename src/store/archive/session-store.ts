import type { Sql, SqlRow, SqlSession } from "../../engine/sql.js";
import { recordTable } from "../record-table.js";
import type { SearchIndex } from "../search/search-index.js";
import { allOf, selectNumber } from "../sql-text.js";
import { readBlob, readEvents, readLastEvents } from "./event-chunks.js";
import { removeSession } from "./remove-session.js";
import type { SessionEvent } from "./session-event.js";

/** The session's metadata after a slice of its transcript was read. */
export interface SessionRecord {
  readonly id: string;
  readonly agent: string;
  readonly project: string;
  readonly folder: string;
  readonly branch: string;
  readonly model: string;
  readonly title: string;
  readonly parent: string;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly tokensIn: number;
  readonly tokensOut: number;
}

/** One session as it is listed. */
export interface Session extends SessionRecord {
  readonly exchanges: number;
}

export interface Touch {
  readonly sessionId: string;
  readonly exchangeKey: string;
  readonly path: string;
  readonly how: string;
  readonly at: string;
}

export interface ArchiveTotals {
  readonly sessions: number;
  readonly exchanges: number;
  readonly projects: number;
  readonly transcripts: number;
  /** Compressed size of the events of all sessions. */
  readonly bytes: number;
  readonly oldest: string;
  readonly newest: string;
}

export interface RemovedCounts {
  readonly sessions: number;
  readonly exchanges: number;
  readonly events: number;
}

/** Of one session: the last ones are what its parent goes on with. */
const maxSubagents = 20;

export type SessionStore = ReturnType<typeof openSessionStore>;

export function openSessionStore(sql: Sql, documents: Pick<SearchIndex, "within">) {
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
    async list(
      tenant: string,
      { project, before, from }: { project?: string; before?: string; from?: string },
      limit: number,
    ): Promise<Session[]> {
      const { text, params } = allOf(
        ["tenant = ?", tenant],
        ["project = ?", project],
        ["ended_at < ?", before ?? "~"],
        ["ended_at >= ?", from ?? ""],
      );
      const rows = await sql.all(`SELECT * FROM sessions WHERE ${text} ORDER BY ended_at DESC LIMIT ?`, [
        ...params,
        limit,
      ]);
      return rows.map(sessionTable.read);
    },

    async ids(tenant: string): Promise<string[]> {
      const rows = await sql.all<{ id: string }>("SELECT id FROM sessions WHERE tenant = ? ORDER BY started_at, id", [
        tenant,
      ]);
      return rows.map(({ id }) => id);
    },

    async find(tenant: string, id: string): Promise<Session | undefined> {
      const rows = await sql.all("SELECT * FROM sessions WHERE tenant = ? AND id = ?", [tenant, id]);
      return rows.map(sessionTable.read)[0];
    },

    /** The sub-agents of a session, the oldest first. */
    async subagentsOf(tenant: string, id: string): Promise<string[]> {
      const text = "SELECT id FROM sessions WHERE tenant = ? AND parent = ? ORDER BY started_at DESC LIMIT ?";
      const rows = await sql.all<{ id: string }>(text, [tenant, id, maxSubagents]);
      return rows.map((row) => row.id).toReversed();
    },

    /** Sessions whose id begins with `prefix`. */
    async startingWith(tenant: string, prefix: string, limit: number): Promise<Session[]> {
      const text = "SELECT * FROM sessions WHERE tenant = ? AND id >= ? AND id < ? ORDER BY id LIMIT ?";
      return (await sql.all(text, [tenant, prefix, `${prefix}\uffff`, limit])).map(sessionTable.read);
    },

    events: (tenant: string, id: string): Promise<SessionEvent[]> => readEvents(sql, tenant, id),
    /** The last events. */
    lastEvents: (tenant: string, id: string): Promise<SessionEvent[]> => readLastEvents(sql, tenant, id),
    blob: (tenant: string, hash: string): Promise<string | undefined> => readBlob(sql, tenant, hash),

    /** Exchanges that touched a file, the newest first; `path` may be the end of a path. */
    touches(tenant: string, project: string, path: string, limit: number): Promise<Touch[]> {
      const text = `SELECT session_id AS "sessionId", exchange_key AS "exchangeKey", path, how, at FROM file_touches
                    WHERE tenant = ? AND project = ? AND (path = ? OR path LIKE ?) ORDER BY at DESC LIMIT ?`;
      return sql.all<Touch & SqlRow>(text, [tenant, project, path, `%/${path}`, limit]);
    },

    async totals(tenant: string): Promise<ArchiveTotals> {
      const countRows = (text: string) => selectNumber(sql, text, [tenant]);
      const [timeRange] = await sql.all<{ oldest: string | null; newest: string | null }>(
        "SELECT min(started_at) AS oldest, max(ended_at) AS newest FROM sessions WHERE tenant = ?",
        [tenant],
      );
      return {
        sessions: await countRows("SELECT count(*) AS n FROM sessions WHERE tenant = ?"),
        exchanges: await countRows("SELECT count(*) AS n FROM exchanges WHERE tenant = ?"),
        projects: await countRows("SELECT count(DISTINCT project) AS n FROM sessions WHERE tenant = ?"),
        transcripts: await countRows("SELECT count(*) AS n FROM transcripts WHERE tenant = ?"),
        bytes: await countRows("SELECT coalesce(sum(kept_bytes), 0) AS n FROM sessions WHERE tenant = ?"),
        oldest: timeRange?.oldest ?? "",
        newest: timeRange?.newest ?? "",
      };
    },

    async perAgent(tenant: string): Promise<{ agent: string; sessions: number }[]> {
      const text =
        "SELECT agent, count(*) AS n FROM sessions WHERE tenant = ? GROUP BY agent ORDER BY count(*) DESC, agent";
      const rows = await sql.all<{ agent: string; n: number }>(text, [tenant]);
      return rows.map(({ agent, n }) => ({ agent, sessions: Number(n) }));
    },

    /** Removes sessions with everything derived from them, and prevents their import. */
    forget: (tenant: string, ids: readonly string[], at: string): Promise<RemovedCounts> =>
      sql.transaction(async (session) => {
        for (const id of ids) {
          await session.run(
            `INSERT INTO forgotten_sessions (tenant, session_id, at) VALUES (?, ?, ?)
             ON CONFLICT (tenant, session_id) DO NOTHING`,
            [tenant, id, at],
          );
        }
        return remove(session, tenant, ids);
      }),

    /** Removes sessions that ended before a day; unlike forgetting, this does not prevent their import. */
    dropBefore: (tenant: string, at: string, limit: number): Promise<RemovedCounts> =>
      sql.transaction(async (session) => {
        const text = "SELECT id FROM sessions WHERE tenant = ? AND ended_at < ? ORDER BY ended_at LIMIT ?";
        const rows = await session.all<{ id: string }>(text, [tenant, at, limit]);
        return remove(
          session,
          tenant,
          rows.map(({ id }) => id),
        );
      }),

    /** Removes the oldest sessions until the rest takes at most `maxBytes`; keeps at least one. */
    dropBeyond: (tenant: string, maxBytes: number, limit: number): Promise<RemovedCounts> =>
      sql.transaction(async (session) => {
        const total = "SELECT sum(kept_bytes) AS n FROM sessions WHERE tenant = ?";
        const excess = (await selectNumber(session, total, [tenant])) - maxBytes;
        if (excess <= 0) return { sessions: 0, exchanges: 0, events: 0 };
        const text = "SELECT id, kept_bytes FROM sessions WHERE tenant = ? ORDER BY ended_at, id LIMIT ?";
        const oldest = await session.all<{ id: string; kept_bytes: number }>(text, [tenant, limit + 1]);
        return remove(session, tenant, oldestExceeding(oldest, excess, limit));
      }),
  };
}

/** The oldest sessions that cover the excess; never all of them. */
function oldestExceeding(
  oldest: readonly { id: string; kept_bytes: number }[],
  excess: number,
  limit: number,
): string[] {
  const ids: string[] = [];
  let bytesLeft = excess;
  for (const { id, kept_bytes } of oldest.slice(0, Math.min(limit, oldest.length - 1))) {
    if (bytesLeft <= 0) break;
    ids.push(id);
    bytesLeft -= Number(kept_bytes);
  }
  return ids;
}

export const sessionTable = recordTable<Session>({
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
