import type { SqlSession } from "../../engine/sql.js";
import type { PatternKind, PatternUse } from "./exchange.js";

/** Totals are stored per project and, for all projects together, under this name. */
export const everyProject = "";

/** A use of a pattern: the newest few are stored with its total. */
export interface PatternOccurrence {
  readonly sessionId: string;
  readonly key: string;
  readonly at: string;
}

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
    const change = changes.get(name) ?? {
      project,
      kind,
      pattern,
      uses: 0,
      successes: 0,
      failures: 0,
      added: [],
      removed: [],
    };
    changes.set(name, change);
    return change;
  };
  const count = (change: Change, use: PatternUse, sign: 1 | -1) => {
    change.uses += sign * use.uses;
    change.successes += sign * use.successes;
    change.failures += sign * use.failures;
  };
  return {
    add(project: string, occurrence: PatternOccurrence, use: PatternUse): void {
      for (const change of [changeOf(project, use), changeOf(everyProject, use)]) {
        count(change, use, 1);
        change.added.push(occurrence);
      }
    },
    remove(project: string, occurrence: PatternOccurrence, use: PatternUse): void {
      for (const change of [changeOf(project, use), changeOf(everyProject, use)]) {
        count(change, use, -1);
        change.removed.push(occurrence);
      }
    },
    async write(session: SqlSession, tenant: string): Promise<void> {
      for (const change of changes.values()) await writeChange(session, tenant, change);
      changes.clear();
    },
  };
}

async function writeChange(session: SqlSession, tenant: string, change: Change): Promise<void> {
  const key = [tenant, change.project, change.kind, change.pattern];
  const [row] = await session.all<{ frequency: number; successes: number; failures: number; examples: string }>(
    `SELECT frequency, successes, failures, examples FROM patterns
     WHERE tenant = ? AND project = ? AND kind = ? AND pattern = ?`,
    key,
  );
  const frequency = Number(row?.frequency ?? 0) + change.uses;
  if (frequency <= 0) {
    if (row)
      await session.run("DELETE FROM patterns WHERE tenant = ? AND project = ? AND kind = ? AND pattern = ?", key);
    return;
  }
  const examples = newestExamples(row ? (JSON.parse(row.examples) as PatternOccurrence[]) : [], change);
  const totals = [
    frequency,
    Number(row?.successes ?? 0) + change.successes,
    Number(row?.failures ?? 0) + change.failures,
    examples[0]?.at ?? "",
    JSON.stringify(examples),
  ];
  await session.run(
    row
      ? `UPDATE patterns SET frequency = ?, successes = ?, failures = ?, last_used = ?, examples = ?
         WHERE tenant = ? AND project = ? AND kind = ? AND pattern = ?`
      : `INSERT INTO patterns (frequency, successes, failures, last_used, examples, tenant, project, kind, pattern)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [...totals, ...key],
  );
}

const nameOf = ({ sessionId, key }: PatternOccurrence) => `${sessionId}\0${key}`;

function newestExamples(existing: readonly PatternOccurrence[], { added, removed }: Change): PatternOccurrence[] {
  const removedNames = new Set(removed.map(nameOf));
  const occurrences = new Map(
    [...existing.filter((occurrence) => !removedNames.has(nameOf(occurrence))), ...added].map((occurrence) => [
      nameOf(occurrence),
      occurrence,
    ]),
  );
  return [...occurrences.values()].sort((a, b) => b.at.localeCompare(a.at)).slice(0, maxExamples);
}
