import type { Sql, SqlSession } from "../../engine/sql.js";
import { field, type RecordOf, recordTable } from "../record-table.js";
import { deleteRows, insertRow, selectRows, updateRows } from "../rows.js";
import { exchangeTable, type PatternKind, type PatternUse } from "./exchange.js";

/** Totals are stored per project and, for all projects together, under this name. */
const everyProject = "";

/** A use of a pattern: the newest few are stored with its total. */
type PatternOccurrence = Readonly<Record<"sessionId" | "key" | "at", string>>;

const patternTable = recordTable("patterns", {
  kind: field<PatternKind>("text"),
  pattern: "text",
  frequency: "number",
  successes: "number",
  failures: "number",
  lastUsed: "text",
  examples: field<readonly PatternOccurrence[]>("json"),
});

export type Pattern = RecordOf<typeof patternTable>;

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
  summary: (tenant: string, { project = everyProject, kinds, minFrequency }: Omit<PatternQuery, "limit">) =>
    selectRows<{ kind: PatternKind; patterns: number; uses: number; oldest: string; newest: string }>(
      sql,
      `kind, count(*) AS patterns, sum(frequency) AS uses, min(last_used) AS oldest, max(last_used) AS newest
       FROM patterns`,
      { tenant, project, kind: kinds, "frequency >=": minFrequency },
      "GROUP BY kind",
    ),

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

const maxExamples = 5;

interface Change {
  readonly project: string;
  readonly kind: PatternKind;
  readonly pattern: string;
  uses: number;
  successes: number;
  failures: number;
  readonly added: PatternOccurrence[];
  readonly removed: PatternOccurrence[];
}

/** Collects the changes of a transaction, so that each total is written once. */
export function collectPatternChanges() {
  const changes = new Map<string, Change>();
  const changeOf = (project: string, { kind, pattern }: PatternUse): Change => {
    const name = `${project}\0${kind}\0${pattern}`;
    const none = { uses: 0, successes: 0, failures: 0, added: [], removed: [] };
    const change = changes.get(name) ?? { project, kind, pattern, ...none };
    changes.set(name, change);
    return change;
  };
  const count = (sign: 1 | -1) => (project: string, occurrence: PatternOccurrence, use: PatternUse) => {
    for (const change of [changeOf(project, use), changeOf(everyProject, use)]) {
      change.uses += sign * use.uses;
      change.successes += sign * use.successes;
      change.failures += sign * use.failures;
      (sign > 0 ? change.added : change.removed).push(occurrence);
    }
  };
  return {
    add: count(1),
    remove: count(-1),
    async write(session: SqlSession, tenant: string): Promise<void> {
      for (const change of changes.values()) await writeChange(session, tenant, change);
      changes.clear();
    },
  };
}

async function writeChange(session: SqlSession, tenant: string, change: Change): Promise<void> {
  const key = { tenant, project: change.project, kind: change.kind, pattern: change.pattern };
  const total = await patternTable.find(session, key);
  const frequency = (total?.frequency ?? 0) + change.uses;
  if (frequency <= 0) {
    if (total) await deleteRows(session, "patterns", key);
    return;
  }
  const examples = newestExamples(total?.examples ?? [], change);
  const values = {
    frequency,
    successes: (total?.successes ?? 0) + change.successes,
    failures: (total?.failures ?? 0) + change.failures,
    last_used: examples[0]?.at ?? "",
    examples: JSON.stringify(examples),
  };
  // Not both in one statement, which takes longer: this is done for every pattern of every slice.
  if (total) await updateRows(session, "patterns", key, values);
  else await insertRow(session, "patterns", { ...key, ...values });
}

const nameOf = ({ sessionId, key }: PatternOccurrence) => `${sessionId}\0${key}`;

function newestExamples(existing: readonly PatternOccurrence[], { added, removed }: Change): PatternOccurrence[] {
  const removedNames = new Set(removed.map(nameOf));
  const kept = existing.filter((occurrence) => !removedNames.has(nameOf(occurrence)));
  const occurrences = new Map([...kept, ...added].map((occurrence) => [nameOf(occurrence), occurrence]));
  return [...occurrences.values()].sort((a, b) => b.at.localeCompare(a.at)).slice(0, maxExamples);
}
