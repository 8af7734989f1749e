import type { Sql } from "../../engine/sql.js";
import { countRows, selectRows } from "../rows.js";
import { escapeLike, type Where } from "../sql-text.js";
import { type Session, sessionTable } from "./session-store.js";

/**
 * `text` is words of the title, anywhere in it; `since` and `until` are ISO times of the end, both included; `file` is a
 * path that the session touched, or the end of one.
 */
export type SessionFilter = Readonly<
  Partial<Record<"project" | "agent" | "text" | "since" | "until" | "file", string | undefined>>
>;

export type DayCount = Readonly<Record<"day" | "agent", string> & Record<"sessions" | "exchanges" | "tokens", number>>;

/** Tokens of the sessions of one agent, project and model. */
export type TokenCount = Readonly<
  Record<"agent" | "project" | "model", string> & Record<"sessions" | "tokensIn" | "tokensOut", number>
>;

export type FolderUse = Readonly<Record<"project" | "folder" | "lastAt", string> & Record<"sessions", number>>;

/** A file of a project, and how often exchanges read or changed it. */
export type FileUseCount = { readonly path: string; readonly touches: number };

/** A session that read or changed a file. */
export type FileSessionRow = { readonly sessionId: string; readonly path: string; readonly isChange: boolean };

/** Sessions for browsing: by page, with counts, by day, by file. */
export type SessionPages = ReturnType<typeof openSessionPages>;

export function openSessionPages(sql: Sql) {
  return {
    page: (tenant: string, filter: SessionFilter, offset: number, limit: number): Promise<Session[]> =>
      sessionTable.select(sql, matching(tenant, filter), "ORDER BY ended_at DESC, id LIMIT ? OFFSET ?", limit, offset),

    count: (tenant: string, filter: SessionFilter) => countRows(sql, "sessions", matching(tenant, filter)),

    byDay: (tenant: string, since: string): Promise<DayCount[]> =>
      sql.all<DayCount>(
        `SELECT substr(ended_at, 1, 10) AS day, agent, count(*) AS sessions, sum(exchanges) AS exchanges,
                sum(tokens_in + tokens_out) AS tokens
         FROM sessions WHERE tenant = ? AND ended_at >= ? GROUP BY substr(ended_at, 1, 10), agent ORDER BY 1, 2`,
        [tenant, since],
      ),

    tokens: (tenant: string, since: string): Promise<TokenCount[]> =>
      sql.all<TokenCount>(
        `SELECT agent, project, model, count(*) AS sessions, sum(tokens_in) AS "tokensIn", sum(tokens_out) AS "tokensOut"
         FROM sessions WHERE tenant = ? AND ended_at >= ? GROUP BY agent, project, model ORDER BY agent, project, model`,
        [tenant, since],
      ),

    /** The folders of each project, the newest first. */
    folders: (tenant: string): Promise<FolderUse[]> =>
      sql.all<FolderUse>(
        `SELECT project, folder, count(*) AS sessions, max(ended_at) AS "lastAt" FROM sessions
         WHERE tenant = ? AND folder <> '' GROUP BY project, folder ORDER BY max(ended_at) DESC`,
        [tenant],
      ),

    async agentsOf(tenant: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const rows = await selectRows<Record<"id" | "agent", string>>(sql, "id, agent FROM sessions", {
        tenant,
        id: ids,
      });
      return new Map(rows.map(({ id, agent }) => [id, agent]));
    },

    /** The busiest files of a project whose path contains `part`. */
    busiestFiles(tenant: string, project: string, part: string, limit: number): Promise<FileUseCount[]> {
      // Counts rows, not sessions, so that the index on paths answers it alone.
      const text = `SELECT path, count(*) AS touches FROM file_touches
                    WHERE tenant = ? AND project = ? AND lower(path) LIKE ? ESCAPE '~'
                    GROUP BY path ORDER BY count(*) DESC, path LIMIT ?`;
      return sql.all<FileUseCount>(text, [tenant, project, `%${escapeLike(part.toLowerCase())}%`, limit]);
    },

    /** The sessions that touched any of the files, the newest first. */
    async sessionsOfFiles(tenant: string, project: string, paths: readonly string[], limit: number) {
      const rows = await selectRows<Record<"sessionId" | "path" | "how", string>>(
        sql,
        `session_id AS "sessionId", path, min(how) AS how FROM file_touches`,
        { tenant, project, path: paths },
        "GROUP BY session_id, path ORDER BY max(at) DESC, session_id, path LIMIT ?",
        limit,
      );
      // `changed` sorts before every other way.
      return rows.map(({ how, ...touched }) => ({ ...touched, isChange: how === "changed" }));
    },
  };
}

function matching(tenant: string, { project, agent, text, since, until, file }: SessionFilter): Where {
  const words = text?.toLowerCase().split(/\s+/).filter(Boolean) ?? [];
  const inTitle = words.map(() => "lower(title) LIKE ? ESCAPE '~'").join(" AND ");
  return {
    tenant,
    project: project || undefined,
    agent: agent || undefined,
    "ended_at >=": since || undefined,
    "ended_at <=": until || undefined,
    [inTitle]: inTitle ? words.map((word) => `%${escapeLike(word)}%`) : undefined,
    [touchesFile]: file ? [file, `%/${escapeLike(file)}`] : undefined,
  };
}

const touchesFile = `id IN (SELECT session_id FROM file_touches
  WHERE file_touches.tenant = sessions.tenant AND (path = ? OR path LIKE ? ESCAPE '~'))`;
