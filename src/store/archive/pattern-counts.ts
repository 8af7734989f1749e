import type { SqlSession } from "../../engine/sql.js";
import type { PatternKind, PatternUse } from "./exchange.js";

/** Totals are stored per project and, for all projects together, under this name. */
export const everyProject = "";

/** Where a pattern was used: the newest few are kept with its total. */
export interface PatternPlace {
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
  readonly added: PatternPlace[];
  readonly removed: PatternPlace[];
}

/** Collects the changes of a transaction, so that each total is written once. */
export interface PatternChanges {
  add(project: string, place: PatternPlace, use: PatternUse): void;
  takeBack(project: string, place: PatternPlace, use: PatternUse): void;
  write(session: SqlSession, tenant: string): Promise<void>;
}

export function gatherPatternChanges(): PatternChanges {
  const changes = new Map<string, Change>();
  const changeOf = (project: string, { kind, pattern }: PatternUse): Change => {
    const name = `${project}\0${kind}\0${pattern}`;
    const change = changes.get(name) ?? {
      ...{ project, kind, pattern, uses: 0, successes: 0, failures: 0, added: [], removed: [] },
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
    add(project, place, use) {
      for (const change of [changeOf(project, use), changeOf(everyProject, use)]) {
        count(change, use, 1);
        change.added.push(place);
      }
    },

    takeBack(project, place, use) {
      for (const change of [changeOf(project, use), changeOf(everyProject, use)]) {
        count(change, use, -1);
        change.removed.push(place);
      }
    },

    async write(session, tenant) {
      for (const change of changes.values()) await writeChange(session, tenant, change);
      changes.clear();
    },
  };
}

async function writeChange(session: SqlSession, tenant: string, change: Change): Promise<void> {
  const place = [tenant, change.project, change.kind, change.pattern];
  const [row] = await session.all<{ frequency: number; successes: number; failures: number; examples: string }>(
    `SELECT frequency, successes, failures, examples FROM patterns
     WHERE tenant = ? AND project = ? AND kind = ? AND pattern = ?`,
    place,
  );
  const frequency = Number(row?.frequency ?? 0) + change.uses;
  if (frequency <= 0) {
    if (row)
      await session.run("DELETE FROM patterns WHERE tenant = ? AND project = ? AND kind = ? AND pattern = ?", place);
    return;
  }
  const examples = newestExamples(row ? (JSON.parse(row.examples) as PatternPlace[]) : [], change);
  const facts = [
    ...[frequency, Number(row?.successes ?? 0) + change.successes, Number(row?.failures ?? 0) + change.failures],
    ...[examples[0]?.at ?? "", JSON.stringify(examples)],
  ];
  await session.run(
    row
      ? `UPDATE patterns SET frequency = ?, successes = ?, failures = ?, last_used = ?, examples = ?
         WHERE tenant = ? AND project = ? AND kind = ? AND pattern = ?`
      : `INSERT INTO patterns (frequency, successes, failures, last_used, examples, tenant, project, kind, pattern)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [...facts, ...place],
  );
}

const nameOf = ({ sessionId, key }: PatternPlace) => `${sessionId}\0${key}`;

function newestExamples(known: readonly PatternPlace[], { added, removed }: Change): PatternPlace[] {
  const gone = new Set(removed.map(nameOf));
  const all = new Map([...known.filter((one) => !gone.has(nameOf(one))), ...added].map((one) => [nameOf(one), one]));
  return [...all.values()].sort((a, b) => b.at.localeCompare(a.at)).slice(0, maxExamples);
}
