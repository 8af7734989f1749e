import type { Sql } from "../../engine/sql.js";
import { recordTable } from "../record-table.js";
import { sqlPlaceholders } from "../sql-text.js";
import type { PatternKind } from "./exchange.js";
import { everyProject, type PatternOccurrence } from "./pattern-counts.js";

export interface Pattern {
  readonly kind: PatternKind;
  readonly pattern: string;
  readonly frequency: number;
  readonly successes: number;
  readonly failures: number;
  readonly lastUsed: string;
  readonly examples: readonly PatternOccurrence[];
}

export interface PatternExample {
  readonly sessionId: string;
  /** The question of its exchange. */
  readonly context: string;
  readonly at: string;
  readonly files: readonly string[];
}

export interface PatternQuery {
  /** Absent for all projects together. */
  readonly project?: string | undefined;
  readonly kinds: readonly PatternKind[];
  readonly minFrequency: number;
  readonly limit: number;
}

export type PatternStore = ReturnType<typeof openPatternStore>;

export function openPatternStore(sql: Sql) {
  return {
    /** The most frequent first; among equals the last used. */
    async list(tenant: string, { project, kinds, minFrequency, limit }: PatternQuery): Promise<Pattern[]> {
      const patterns: Pattern[] = [];
      for (const kind of kinds) {
        const rows = await sql.all(
          `SELECT * FROM patterns WHERE tenant = ? AND project = ? AND kind = ? AND frequency >= ?
           ORDER BY frequency DESC, last_used DESC LIMIT ?`,
          [tenant, project ?? everyProject, kind, minFrequency, limit],
        );
        patterns.push(...rows.map(table.read));
      }
      const byFrequency = (a: Pattern, b: Pattern) => b.frequency - a.frequency || b.lastUsed.localeCompare(a.lastUsed);
      return patterns.sort(byFrequency).slice(0, limit);
    },

    /** The number of patterns of each kind, and the time range of their use. */
    async summary(
      tenant: string,
      { project, kinds, minFrequency }: Omit<PatternQuery, "limit">,
    ): Promise<{ kind: PatternKind; patterns: number; uses: number; oldest: string; newest: string }[]> {
      const rows = await sql.all<{ kind: string; n: number; uses: number; oldest: string; newest: string }>(
        `SELECT kind, count(*) AS n, sum(frequency) AS uses, min(last_used) AS oldest, max(last_used) AS newest
         FROM patterns WHERE tenant = ? AND project = ? AND kind IN (${sqlPlaceholders(kinds)}) AND frequency >= ? GROUP BY kind`,
        [tenant, project ?? everyProject, ...kinds, minFrequency],
      );
      return rows.map(({ kind, n, uses, oldest, newest }) => ({
        kind: kind as PatternKind,
        patterns: Number(n),
        uses: Number(uses),
        oldest,
        newest,
      }));
    },

    /** The last occasions, with the files that were changed. */
    async examples(tenant: string, { examples }: Pattern, limit: number): Promise<PatternExample[]> {
      const results: PatternExample[] = [];
      for (const { sessionId, key, at } of examples.slice(0, limit)) {
        const [row] = await sql.all<{ question: string; files: string }>(
          "SELECT question, files FROM exchanges WHERE tenant = ? AND session_id = ? AND key = ?",
          [tenant, sessionId, key],
        );
        const files = row ? (JSON.parse(row.files) as string[]) : [];
        results.push({ sessionId, context: (row?.question ?? "").slice(0, 160), at, files });
      }
      return results;
    },
  };
}

const table = recordTable<Pattern>({
  kind: "text",
  pattern: "text",
  frequency: "number",
  successes: "number",
  failures: "number",
  lastUsed: "text",
  examples: "json",
});
