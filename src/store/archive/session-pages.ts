import type { Sql, SqlRow } from "../../engine/sql.js";
import { allOf, type Condition, escapeLike, selectNumber, sqlPlaceholders } from "../sql-text.js";
import { type Session, sessionTable } from "./session-store.js";

export interface SessionFilter {
  readonly project?: string | undefined;
  readonly agent?: string | undefined;
  /** Words of the title, anywhere in it. */
  readonly text?: string | undefined;
  /** ISO times of the end, both included. */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  /** A path or the end of one that the session touched. */
  readonly file?: string | undefined;
}

export interface DayCount {
  readonly day: string;
  readonly agent: string;
  readonly sessions: number;
  readonly exchanges: number;
  readonly tokens: number;
}

/** Tokens of the sessions of one agent, project and model. */
export interface TokenCount {
  readonly agent: string;
  readonly project: string;
  readonly model: string;
  readonly sessions: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
}

export interface FolderUse {
  readonly project: string;
  readonly folder: string;
  readonly sessions: number;
  readonly lastAt: string;
}

/** A file of a project, and how often exchanges read or changed it. */
export interface FileUseCount {
  readonly path: string;
  readonly touches: number;
}

/** A session that read or changed a file. */
export interface FileSessionRow {
  readonly sessionId: string;
  readonly path: string;
  readonly isChange: boolean;
}

/** Sessions for browsing: by page, with counts, by day, by file. */
export type SessionPages = ReturnType<typeof openSessionPages>;

export function openSessionPages(sql: Sql) {
  return {
    async page(tenant: string, filter: SessionFilter, offset: number, limit: number): Promise<Session[]> {
      const { text: where, params } = condition(tenant, filter);
      const text = `SELECT * FROM sessions WHERE ${where} ORDER BY ended_at DESC, id LIMIT ? OFFSET ?`;
      return (await sql.all(text, [...params, limit, offset])).map(sessionTable.read);
    },

    count(tenant: string, filter: SessionFilter): Promise<number> {
      const { text, params } = condition(tenant, filter);
      return selectNumber(sql, `SELECT count(*) AS n FROM sessions WHERE ${text}`, params);
    },

    async byDay(tenant: string, since: string): Promise<DayCount[]> {
      const rows = await sql.all<DayCount & SqlRow>(
        `SELECT substr(ended_at, 1, 10) AS day, agent, count(*) AS sessions, sum(exchanges) AS exchanges,
                sum(tokens_in + tokens_out) AS tokens
         FROM sessions WHERE tenant = ? AND ended_at >= ? GROUP BY substr(ended_at, 1, 10), agent ORDER BY 1, 2`,
        [tenant, since],
      );
      return rows.map(({ sessions, exchanges, tokens, ...row }) => ({
        ...row,
        sessions: Number(sessions),
        exchanges: Number(exchanges),
        tokens: Number(tokens),
      }));
    },

    async tokens(tenant: string, since: string): Promise<TokenCount[]> {
      const rows = await sql.all<TokenCount & SqlRow>(
        `SELECT agent, project, model, count(*) AS sessions, sum(tokens_in) AS "tokensIn", sum(tokens_out) AS "tokensOut"
         FROM sessions WHERE tenant = ? AND ended_at >= ? GROUP BY agent, project, model ORDER BY agent, project, model`,
        [tenant, since],
      );
      return rows.map(({ sessions, tokensIn, tokensOut, ...row }) => ({
        ...row,
        sessions: Number(sessions),
        tokensIn: Number(tokensIn),
        tokensOut: Number(tokensOut),
      }));
    },

    /** The folders of each project, the newest first. */
    async folders(tenant: string): Promise<FolderUse[]> {
      const rows = await sql.all<FolderUse & SqlRow>(
        `SELECT project, folder, count(*) AS sessions, max(ended_at) AS "lastAt" FROM sessions
         WHERE tenant = ? AND folder <> '' GROUP BY project, folder ORDER BY max(ended_at) DESC`,
        [tenant],
      );
      return rows.map((row) => ({ ...row, sessions: Number(row.sessions) }));
    },

    async agentsOf(tenant: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
      if (ids.length === 0) return new Map();
      const text = `SELECT id, agent FROM sessions WHERE tenant = ? AND id IN (${sqlPlaceholders(ids)})`;
      const rows = await sql.all<{ id: string; agent: string }>(text, [tenant, ...ids]);
      return new Map(rows.map(({ id, agent }) => [id, agent]));
    },

    /** The busiest files of a project whose path contains `part`. */
    async busiestFiles(tenant: string, project: string, part: string, limit: number): Promise<FileUseCount[]> {
      // Counts rows, not sessions, so that the index on paths answers it alone.
      const text = `SELECT path, count(*) AS touches FROM file_touches
                    WHERE tenant = ? AND project = ? AND lower(path) LIKE ? ESCAPE '~'
                    GROUP BY path ORDER BY count(*) DESC, path LIMIT ?`;
      const pattern = `%${escapeLike(part.toLowerCase())}%`;
      const rows = await sql.all<{ path: string; touches: number }>(text, [tenant, project, pattern, limit]);
      return rows.map(({ path, touches }) => ({ path, touches: Number(touches) }));
    },

    /** The sessions that touched any of the files, the newest first. */
    async sessionsOfFiles(
      tenant: string,
      project: string,
      paths: readonly string[],
      limit: number,
    ): Promise<FileSessionRow[]> {
      if (paths.length === 0) return [];
      const text = `SELECT session_id, path, min(how) AS how FROM file_touches
                    WHERE tenant = ? AND project = ? AND path IN (${sqlPlaceholders(paths)})
                    GROUP BY session_id, path ORDER BY max(at) DESC, session_id, path LIMIT ?`;
      const params = [tenant, project, ...paths, limit];
      const rows = await sql.all<{ session_id: string; path: string; how: string }>(text, params);
      // `changed` sorts before every other way.
      return rows.map(({ session_id: sessionId, path, how }) => ({ sessionId, path, isChange: how === "changed" }));
    },
  };
}

function condition(tenant: string, { project, agent, text, since, until, file }: SessionFilter): Condition {
  const words = text?.toLowerCase().split(/\s+/).filter(Boolean) ?? [];
  return allOf(
    ["tenant = ?", tenant],
    ["project = ?", project || undefined],
    ["agent = ?", agent || undefined],
    ["ended_at >= ?", since || undefined],
    ["ended_at <= ?", until || undefined],
    ...words.map((word) => ["lower(title) LIKE ? ESCAPE '~'", `%${escapeLike(word)}%`] as const),
    [touchesFile, file ? [file, `%/${escapeLike(file)}`] : undefined],
  );
}

const touchesFile = `id IN (SELECT session_id FROM file_touches
  WHERE file_touches.tenant = sessions.tenant AND (path = ? OR path LIKE ? ESCAPE '~'))`;
