import type {
  LocatedStatement,
  PendingProject,
  StatementStore,
  StoredStatement,
} from "../../store/archive/statement-store.js";
import type { Call } from "../call.js";
import type { CurrentStatement } from "./extract/statements/resolve-statements.js";
import { keyOf, settleStatements } from "./extract/statements/settle-statements.js";

/** Where statements of sessions become memories: candidates with their evidence. */
export interface StatementKeeper {
  record(call: Call, statement: CurrentStatement): Promise<void>;
  /** A later statement reversed, finished or replaced an earlier one; undefined where that holds no longer either. */
  supersede(call: Call, old: LocatedStatement, by: LocatedStatement | undefined): Promise<void>;
}

export interface PromotionDeps {
  readonly store: StatementStore;
  readonly keeper: StatementKeeper;
  /** Whether words decide alone: what no model has read becomes a memory too. */
  readonly includeUnread: boolean;
}

const maxProjects = 20;
/** What was said once and is less likely to matter later is only given to sessions: it becomes a memory when it is repeated. */
const minProbability = { person: 0.55, agent: 0.5 };
/** A project's statements are resolved together, the last of them. */
export const maxStatements = 1000;

/** Makes memories of what sessions stated, each statement of a session once; the number of those recorded. */
export async function promoteStatements(call: Call, deps: PromotionDeps): Promise<number> {
  let recorded = 0;
  for (const pending of await deps.store.due(call.tenant, maxProjects, deps))
    recorded += await promoteProject(call, pending, deps);
  return recorded;
}

/** The same for one project, whose statements are settled again. */
export async function promoteProject(
  call: Call,
  { project, folder }: PendingProject,
  { store, keeper, includeUnread }: PromotionDeps,
): Promise<number> {
  const statements = await store.ofProject(call.tenant, project, maxStatements);
  const unreplaced = statements.filter((one) => one.replacedBy === undefined);
  const settled = settleAgain(unreplaced);
  const gone = statements
    .filter(({ replacedBy, holds }) => replacedBy !== undefined && holds !== false)
    .map((one) => ({ ...one, holds: false }));
  await store.settle(call.tenant, project, [...settled.changes, ...gone], beginOf(statements));
  // What waits for a model neither becomes a memory nor keeps another statement from becoming one.
  const isReady = ({ isRead }: StoredStatement) => includeUnread || isRead;
  const { current, superseded } = statements.every(isReady) ? settled : settleAgain(unreplaced.filter(isReady));
  const fresh = new Set<string>();
  for (const one of statements.filter(isReady)) if (await store.mark(call.tenant, project, one)) fresh.add(keyOf(one));
  const here = { ...call, folder };
  const recorded = current.filter((one) => fresh.has(keyOf(one)) && isCertain(one)).toReversed();
  for (const one of recorded) await keeper.record(here, one);
  for (const { old, by } of superseded) if (fresh.has(keyOf(by))) await keeper.supersede(here, old, by);
  return recorded.length;
}

const settleAgain = (statements: readonly StoredStatement[]) =>
  settleStatements(statements.map((one) => ({ ...one, holds: undefined })));

/** Up to when statements are too many to be resolved with the others; empty where they are not. */
export const beginOf = (statements: readonly StoredStatement[]): string =>
  statements.length < maxStatements ? "" : (statements[0]?.at ?? "");

const isCertain = (statement: CurrentStatement): boolean => statement.sessions.length > 1 || isCertainOnce(statement);

/** Whether a statement becomes a memory that was made once. */
export const isCertainOnce = ({ by, probability = 1 }: Pick<CurrentStatement, "by" | "probability">): boolean =>
  probability >= minProbability[by];
