import type { SqlSession } from "../../engine/sql.js";
import type { PatternKind, PatternUse } from "./exchange.js";

/** Totals stand under each project and, for all projects together, under this name. */
export const everyProject = "";

interface Change {
  readonly project: string;
  readonly kind: PatternKind;
  readonly pattern: string;
  uses: number;
  successes: number;
  failures: number;
  lastUsed: string;
}

/** Gathers what a transaction changes in the totals, so that each total is written once. */
export interface PatternChanges {
  add(project: string, at: string, use: PatternUse, sign: 1 | -1): void;
  write(session: SqlSession, tenant: string): Promise<void>;
}

export function gatherPatternChanges(): PatternChanges {
  const changes = new Map<string, Change>();
  const addTo = (project: string, at: string, use: PatternUse, sign: 1 | -1) => {
    const name = `${project}\0${use.kind}\0${use.pattern}`;
    const change = changes.get(name) ?? {
      ...{ project, kind: use.kind, pattern: use.pattern, uses: 0, successes: 0, failures: 0, lastUsed: "" },
    };
    change.uses += sign * use.uses;
    change.successes += sign * use.successes;
    change.failures += sign * use.failures;
    if (at > change.lastUsed) change.lastUsed = at;
    changes.set(name, change);
  };
  return {
    add(project, at, use, sign) {
      addTo(project, at, use, sign);
      addTo(everyProject, at, use, sign);
    },

    async write(session, tenant) {
      for (const change of changes.values()) {
        if (change.uses !== 0 || change.successes !== 0 || change.failures !== 0)
          await writeChange(session, tenant, change);
      }
      changes.clear();
    },
  };
}

async function writeChange(session: SqlSession, tenant: string, change: Change): Promise<void> {
  await session.run(
    `INSERT INTO patterns (tenant, project, kind, pattern, frequency, successes, failures, last_used)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (tenant, project, kind, pattern) DO UPDATE SET
       frequency = patterns.frequency + excluded.frequency,
       successes = patterns.successes + excluded.successes,
       failures = patterns.failures + excluded.failures,
       last_used = CASE WHEN patterns.last_used > excluded.last_used THEN patterns.last_used ELSE excluded.last_used END`,
    [
      ...[tenant, change.project, change.kind, change.pattern],
      ...[change.uses, change.successes, change.failures, change.lastUsed],
    ],
  );
  if (change.uses < 0) await session.run("DELETE FROM patterns WHERE tenant = ? AND frequency <= 0", [tenant]);
}
