import type { LocatedStatement, StatementStore } from "../../store/archive/statement-store.js";
import type { Call } from "../call.js";
import type { CurrentStatement } from "./extract/statements/resolve-statements.js";
import { settleStatements } from "./extract/statements/settle-statements.js";

/** Where statements of sessions become memories: candidates with their evidence. */
export interface StatementKeeper {
  record(call: Call, statement: CurrentStatement): Promise<void>;
  /** A later statement reversed, finished or replaced an earlier one. */
  supersede(call: Call, old: LocatedStatement, by: LocatedStatement): Promise<void>;
}

const maxProjects = 20;
/** What was said once and is less likely to matter later is only given to sessions: it becomes a memory when it is repeated. */
const minProbability = 0.45;
/** A project's statements are resolved together, the last of them. */
export const maxStatements = 1000;

/** Makes memories of what sessions stated, each statement of a session once; the number of those recorded. */
export async function promoteStatements(call: Call, store: StatementStore, keeper: StatementKeeper): Promise<number> {
  let recorded = 0;
  for (const { project, folder } of await store.due(call.tenant, maxProjects)) {
    const statements = await store.ofProject(call.tenant, project, maxStatements);
    const { current, superseded, changes } = settleStatements(statements.map((one) => ({ ...one, holds: undefined })));
    const since = statements.length < maxStatements ? "" : (statements[0]?.at ?? "");
    await store.settle(call.tenant, project, changes, since);
    const fresh = new Set<string>();
    for (const one of statements) if (await store.mark(call.tenant, project, one)) fresh.add(keyOf(one));
    const here = { ...call, folder };
    const holding = withLastOutcome(current);
    for (const one of holding.toReversed()) {
      if (!fresh.has(keyOf(one)) || !isCertain(one)) continue;
      await keeper.record(here, one);
      recorded++;
    }
    const replaced = current.filter((one) => !holding.includes(one));
    const last = holding.find(({ about }) => about === "outcome");
    const pairs = [...superseded, ...(last ? replaced.map((old) => ({ old, by: last })) : [])];
    for (const { old, by } of pairs) if (fresh.has(keyOf(by))) await keeper.supersede(here, old, by);
  }
  return recorded;
}

const isCertain = ({ sessions, probability = 1 }: CurrentStatement): boolean =>
  sessions.length > 1 || probability >= minProbability;

/** How a session ended matters until the next one has ended. */
function withLastOutcome(current: readonly CurrentStatement[]): readonly CurrentStatement[] {
  const last = current.find(({ about }) => about === "outcome");
  return current.filter((one) => one.about !== "outcome" || one === last);
}

const keyOf = ({ sessionId, exchangeKey, about, text }: LocatedStatement) =>
  [sessionId, exchangeKey, about, text].join("\0");
