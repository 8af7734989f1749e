import type { Sql, SqlRow } from "../../engine/sql.js";
import type { PatternKind } from "./exchange.js";
import { everyProject } from "./pattern-counts.js";

export interface Pattern {
  readonly kind: PatternKind;
  readonly pattern: string;
  readonly frequency: number;
  readonly successes: number;
  readonly failures: number;
  readonly lastUsed: string;
}

export interface PatternExample {
  readonly sessionId: string;
  readonly context: string;
  readonly at: string;
}

export interface PatternQuery {
  /** Absent for all projects together. */
  readonly project?: string | undefined;
  readonly kinds: readonly PatternKind[];
  readonly minFrequency: number;
  readonly limit: number;
}

export interface PatternStore {
  /** The most frequent first; among equals the last used. */
  list(tenant: string, query: PatternQuery): Promise<Pattern[]>;
  /** How many patterns there are of each kind, and from when to when they were used. */
  summary(
    tenant: string,
    query: Omit<PatternQuery, "limit">,
  ): Promise<{ kind: PatternKind; patterns: number; uses: number; oldest: string; newest: string }[]>;
  examples(
    tenant: string,
    pattern: Pick<Pattern, "kind" | "pattern">,
    project: string | undefined,
    limit: number,
  ): Promise<PatternExample[]>;
  /** Files changed by the exchanges in which a pattern was used. */
  files(
    tenant: string,
    pattern: Pick<Pattern, "kind" | "pattern">,
    project: string | undefined,
    limit: number,
  ): Promise<string[]>;
}

export function openPatternStore(sql: Sql): PatternStore {
  return {
    async list(tenant, { project, kinds, minFrequency, limit }) {
      const found: Pattern[] = [];
      for (const kind of kinds) {
        const rows = await sql.all<Row>(
          `SELECT * FROM patterns WHERE tenant = ? AND project = ? AND kind = ? AND frequency >= ?
           ORDER BY frequency DESC, last_used DESC LIMIT ?`,
          [tenant, project ?? everyProject, kind, minFrequency, limit],
        );
        found.push(...rows.map(toPattern));
      }
      const byFrequency = (a: Pattern, b: Pattern) => b.frequency - a.frequency || b.lastUsed.localeCompare(a.lastUsed);
      return found.sort(byFrequency).slice(0, limit);
    },

    async summary(tenant, { project, kinds, minFrequency }) {
      const marks = kinds.map(() => "?").join(", ");
      const rows = await sql.all<{ kind: string; n: number; uses: number; oldest: string; newest: string }>(
        `SELECT kind, count(*) AS n, sum(frequency) AS uses, min(last_used) AS oldest, max(last_used) AS newest
         FROM patterns WHERE tenant = ? AND project = ? AND kind IN (${marks}) AND frequency >= ? GROUP BY kind`,
        [tenant, project ?? everyProject, ...kinds, minFrequency],
      );
      return rows.map(({ kind, n, uses, oldest, newest }) => ({
        ...{ kind: kind as PatternKind, patterns: Number(n), uses: Number(uses), oldest, newest },
      }));
    },

    async examples(tenant, { kind, pattern }, project, limit) {
      const uses = await sql.all<{ session_id: string; exchange_key: string; at: string }>(
        `SELECT session_id, exchange_key, at FROM pattern_uses
         WHERE tenant = ? AND kind = ? AND pattern = ?${project === undefined ? "" : " AND project = ?"}
         ORDER BY at DESC LIMIT ?`,
        [tenant, kind, pattern, ...(project === undefined ? [] : [project]), limit],
      );
      const found: PatternExample[] = [];
      for (const { session_id, exchange_key, at } of uses) {
        const [row] = await sql.all<{ question: string }>(
          "SELECT question FROM exchanges WHERE tenant = ? AND session_id = ? AND key = ?",
          [tenant, session_id, exchange_key],
        );
        found.push({ sessionId: session_id, context: (row?.question ?? "").slice(0, 160), at });
      }
      return found;
    },

    async files(tenant, { kind, pattern }, project, limit) {
      const uses = await sql.all<{ session_id: string; exchange_key: string }>(
        `SELECT session_id, exchange_key FROM pattern_uses
         WHERE tenant = ? AND kind = ? AND pattern = ?${project === undefined ? "" : " AND project = ?"}
         ORDER BY at DESC LIMIT 10`,
        [tenant, kind, pattern, ...(project === undefined ? [] : [project])],
      );
      const counts = new Map<string, number>();
      for (const { session_id, exchange_key } of uses) {
        const rows = await sql.all<{ path: string }>(
          `SELECT path FROM file_touches WHERE tenant = ? AND session_id = ? AND exchange_key = ? AND how = 'changed'`,
          [tenant, session_id, exchange_key],
        );
        for (const { path } of rows) counts.set(path, (counts.get(path) ?? 0) + 1);
      }
      return [...counts]
        .sort((a, b) => b[1] - a[1])
        .slice(0, limit)
        .map(([path]) => path);
    },
  };
}

interface Row extends SqlRow {
  readonly kind: string;
  readonly pattern: string;
  readonly frequency: number;
  readonly successes: number;
  readonly failures: number;
  readonly last_used: string;
}

const toPattern = (row: Row): Pattern => ({
  kind: row.kind as PatternKind,
  pattern: row.pattern,
  frequency: Number(row.frequency),
  successes: Number(row.successes),
  failures: Number(row.failures),
  lastUsed: row.last_used,
});
