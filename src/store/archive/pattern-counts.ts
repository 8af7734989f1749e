import type { SqlSession } from "../../engine/sql.js";
import { field, type RecordOf, recordTable } from "../record-table.js";
import { deleteRows, upsertRow } from "../rows.js";
import type { PatternKind, PatternUse } from "./exchange.js";

/** Totals are stored per project and, for all projects together, under this name. */
export const everyProject = "";

/** A use of a pattern: the newest few are stored with its total. */
type PatternOccurrence = Readonly<Record<"sessionId" | "key" | "at", string>>;

export const patternTable = recordTable("patterns", {
  kind: field<PatternKind>("text"),
  pattern: "text",
  frequency: "number",
  successes: "number",
  failures: "number",
  lastUsed: "text",
  examples: field<readonly PatternOccurrence[]>("json"),
});

export type Pattern = RecordOf<typeof patternTable>;

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
  await upsertRow(session, "patterns", key, {
    frequency,
    successes: (total?.successes ?? 0) + change.successes,
    failures: (total?.failures ?? 0) + change.failures,
    last_used: examples[0]?.at ?? "",
    examples: JSON.stringify(examples),
  });
}

const nameOf = ({ sessionId, key }: PatternOccurrence) => `${sessionId}\0${key}`;

function newestExamples(existing: readonly PatternOccurrence[], { added, removed }: Change): PatternOccurrence[] {
  const removedNames = new Set(removed.map(nameOf));
  const kept = existing.filter((occurrence) => !removedNames.has(nameOf(occurrence)));
  const occurrences = new Map([...kept, ...added].map((occurrence) => [nameOf(occurrence), occurrence]));
  return [...occurrences.values()].sort((a, b) => b.at.localeCompare(a.at)).slice(0, maxExamples);
}
