import type { LocatedStatement, StatementStore, StoredStatement } from "../../store/archive/statement-store.js";
import type { Call } from "../call.js";
import type { CurrentStatement } from "./extract/statements/resolve-statements.js";
import { settleStatements } from "./extract/statements/settle-statements.js";
import { findReplaced, type StatementReading } from "./find-replaced.js";

/** Where statements of sessions become memories: candidates with their evidence. */
export interface StatementKeeper {
  record(call: Call, statement: CurrentStatement): Promise<void>;
  /** A later statement reversed, finished or replaced an earlier one. */
  supersede(call: Call, old: LocatedStatement, by: LocatedStatement): Promise<void>;
}

const maxProjects = 20;
/** What was said once and is less likely to matter later is only given to sessions: it becomes a memory when it is repeated. */
const minProbability = 0.45;
/** Pairs of statements that a model reads at once: five seconds, after which another process may take over. */
const maxPairs = 600;
/** A project's statements are resolved together, the last of them. */
export const maxStatements = 1000;

export interface PromotionDeps {
  readonly store: StatementStore;
  readonly keeper: StatementKeeper;
  /** Absent where no model may be used: words decide alone. */
  readonly reading?: StatementReading | undefined;
}

/** Makes memories of what sessions stated, each statement of a session once; the number of those recorded. */
export async function promoteStatements(call: Call, { store, keeper, reading }: PromotionDeps): Promise<number> {
  let recorded = 0;
  let pairsLeft = maxPairs;
  for (const { project, folder } of await store.due(call.tenant, maxProjects)) {
    const statements = await store.ofProject(call.tenant, project, maxStatements);
    const { replaced, pairs } = await readReplaced(call, statements, reading, pairsLeft);
    pairsLeft -= pairs;
    const gone = new Set(replaced.map(({ old }) => old));
    const standing = statements.filter((one) => one.replacedBy === undefined && !gone.has(one));
    const settled = settleStatements(standing.map((one) => ({ ...one, holds: undefined })));
    const { current } = settled;
    const superseded = [...replaced, ...settled.superseded];
    const changes = [
      ...settled.changes,
      ...replaced.map(({ old, by }) => ({ ...old, holds: false, replacedBy: by.sessionId })),
    ];
    const since = statements.length < maxStatements ? "" : (statements[0]?.at ?? "");
    await store.settle(call.tenant, project, changes, since);
    const fresh = new Set<string>();
    for (const one of statements) if (await store.mark(call.tenant, project, one)) fresh.add(keyOf(one));
    const here = { ...call, folder };
    for (const one of current.toReversed()) {
      if (!fresh.has(keyOf(one)) || !isCertain(one)) continue;
      await keeper.record(here, one);
      recorded++;
    }
    for (const { old, by } of superseded) if (fresh.has(keyOf(by))) await keeper.supersede(here, old, by);
  }
  return recorded;
}

/** Without a model, words decide alone. */
async function readReplaced(
  { log }: Call,
  statements: readonly StoredStatement[],
  reading: StatementReading | undefined,
  maxPairs: number,
): ReturnType<typeof findReplaced> {
  const nothing = { replaced: [], pairs: 0 };
  try {
    return reading && maxPairs > 0 ? await findReplaced(statements, reading, maxPairs) : nothing;
  } catch (error) {
    log.info("archive.read_statements", { error: String(error) });
    return nothing;
  }
}

const isCertain = ({ sessions, probability = 1 }: CurrentStatement): boolean =>
  sessions.length > 1 || probability >= minProbability;

const keyOf = ({ sessionId, exchangeKey, about, text }: LocatedStatement) =>
  [sessionId, exchangeKey, about, text].join("\0");
