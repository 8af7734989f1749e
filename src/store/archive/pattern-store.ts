import type { Sql } from "../../engine/sql.js";
import { condition } from "../sql-text.js";
import { exchangeTable, type PatternKind } from "./exchange.js";
import { everyProject, type Pattern, patternTable } from "./pattern-counts.js";

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

export const openPatternStore = (sql: Sql) => ({
  /** The most frequent first; among equals the last used. */
  async list(tenant: string, { project = everyProject, kinds, minFrequency, limit }: PatternQuery): Promise<Pattern[]> {
    // A kind at a time, in the order of its index.
    const lists = kinds.map((kind) => {
      const where = { tenant, project, kind, "frequency >=": minFrequency };
      return patternTable.select(sql, where, "ORDER BY frequency DESC, last_used DESC LIMIT ?", limit);
    });
    const byFrequency = (a: Pattern, b: Pattern) => b.frequency - a.frequency || b.lastUsed.localeCompare(a.lastUsed);
    return (await Promise.all(lists)).flat().sort(byFrequency).slice(0, limit);
  },

  /** The number of patterns of each kind, and the time range of their use. */
  summary(tenant: string, { project = everyProject, kinds, minFrequency }: Omit<PatternQuery, "limit">) {
    const { text, params } = condition({ tenant, project, kind: kinds, "frequency >=": minFrequency });
    return sql.all<{ kind: PatternKind; patterns: number; uses: number; oldest: string; newest: string }>(
      `SELECT kind, count(*) AS patterns, sum(frequency) AS uses, min(last_used) AS oldest, max(last_used) AS newest
       FROM patterns WHERE ${text} GROUP BY kind`,
      params,
    );
  },

  /** The last occasions, with the files that were changed. */
  async examples(tenant: string, { examples }: Pattern, limit: number): Promise<PatternExample[]> {
    const results: PatternExample[] = [];
    for (const { sessionId, key, at } of examples.slice(0, limit)) {
      const exchange = await exchangeTable.find(sql, { tenant, session_id: sessionId, key });
      const context = (exchange?.question ?? "").slice(0, 160);
      results.push({ sessionId, context, at, files: exchange?.files ?? [] });
    }
    return results;
  },
});
