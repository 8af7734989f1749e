import type {
  LocatedStatement,
  PendingProject,
  StatementStore,
  StoredStatement,
} from "../../store/archive/statement-store.js";
import type { Call } from "../call.js";
import type { CurrentStatement } from "./extract/statements/resolve-statements.js";
import { settleStatements } from "./extract/statements/settle-statements.js";
import { findReplaced, type StatementReading } from "./find-replaced.js";

/** Where statements of sessions become memories: candidates with their evidence. */
export interface StatementKeeper {
  record(call: Call, statement: CurrentStatement): Promise<void>;
  /** A later statement reversed, finished or replaced an earlier one; undefined where that holds no longer either. */
  supersede(call: Call, old: LocatedStatement, by: LocatedStatement | undefined): Promise<void>;
}

export interface PromotionDeps {
  readonly store: StatementStore;
  readonly keeper: StatementKeeper;
}

const maxProjects = 20;
/** What was said once and is less likely to matter later is only given to sessions: it becomes a memory when it is repeated. */
const minProbability = { person: 0.5, agent: 0.45 };
/** Pairs of statements that a model reads at once: five seconds, after which another process may take over. */
const maxPairs = 600;
/** A project's statements are resolved together, the last of them. */
export const maxStatements = 1000;

/** Makes memories of what sessions stated, each statement of a session once; the number of those recorded. */
export async function promoteStatements(call: Call, deps: PromotionDeps): Promise<number> {
  let recorded = 0;
  for (const pending of await deps.store.due(call.tenant, maxProjects)) {
    const statements = await deps.store.ofProject(call.tenant, pending.project, maxStatements);
    recorded += await promoteProject(call, pending, statements, deps);
  }
  return recorded;
}

/** How far a model has read: all, not all, or it cannot be used. */
export type ReadingState = "done" | "more" | "unavailable";

/**
 * Lets a model read what later statements made untrue, in the project with the newest that it has not read. Words have
 * decided before: this takes seconds, and nothing waits for it.
 */
export async function compareStatements(
  call: Call,
  { reading, ...deps }: PromotionDeps & { readonly reading: StatementReading },
): Promise<ReadingState> {
  const { store, keeper } = deps;
  const pending = await store.uncompared(call.tenant);
  if (pending === undefined) return "done";
  const { project, folder } = pending;
  const statements = await store.ofProject(call.tenant, project, maxStatements);
  const found = await findReplaced(statements, reading, { maxPairs, signal: call.signal }).catch((error) =>
    call.log.info("archive.read_statements", { error: String(error) }),
  );
  // Words decide alone until the next start.
  if (!found) return "unavailable";
  const replaced = await store.setCompared(call.tenant, project, { ...found, since: beginOf(statements) });
  // Read again: another process may have written meanwhile.
  await promoteProject(call, pending, await store.ofProject(call.tenant, project, maxStatements), deps);
  const successors = new Map(replaced.map(({ old, by }) => [old, by]));
  for (const { old, by } of replaced) await keeper.supersede({ ...call, folder }, old, standing(by, successors));
  return found.compared.length > 0 ? "more" : "done";
}

/** What holds instead of a statement; undefined where that is not known. */
function standing(
  by: StoredStatement,
  successors: ReadonlyMap<StoredStatement, StoredStatement>,
): StoredStatement | undefined {
  const next = successors.get(by);
  if (next) return standing(next, successors);
  return by.holds === false || by.replacedBy !== undefined ? undefined : by;
}

async function promoteProject(
  call: Call,
  { project, folder }: PendingProject,
  statements: readonly StoredStatement[],
  { store, keeper }: PromotionDeps,
): Promise<number> {
  const unreplaced = statements.filter((one) => one.replacedBy === undefined);
  const { current, superseded, changes } = settleStatements(unreplaced.map((one) => ({ ...one, holds: undefined })));
  const gone = statements
    .filter(({ replacedBy, holds }) => replacedBy !== undefined && holds !== false)
    .map((one) => ({ ...one, holds: false }));
  await store.settle(call.tenant, project, [...changes, ...gone], beginOf(statements));
  const fresh = new Set<string>();
  for (const one of statements) if (await store.mark(call.tenant, project, one)) fresh.add(keyOf(one));
  const here = { ...call, folder };
  const recorded = current.filter((one) => fresh.has(keyOf(one)) && isCertain(one)).toReversed();
  for (const one of recorded) await keeper.record(here, one);
  for (const { old, by } of superseded) if (fresh.has(keyOf(by))) await keeper.supersede(here, old, by);
  return recorded.length;
}

/** Up to when statements are too many to be resolved with the others; empty where they are not. */
const beginOf = (statements: readonly StoredStatement[]): string =>
  statements.length < maxStatements ? "" : (statements[0]?.at ?? "");

const isCertain = ({ by, sessions, probability = 1 }: CurrentStatement): boolean =>
  sessions.length > 1 || probability >= minProbability[by];

const keyOf = ({ sessionId, exchangeKey, about, text }: LocatedStatement) =>
  [sessionId, exchangeKey, about, text].join("\0");
