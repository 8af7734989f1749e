import { softmax } from "../../base/probability.js";
import type { Statement } from "../../store/archive/exchange.js";
import type { StoredStatement, UnreadStatement } from "../../store/archive/statement-store.js";
import type { Call } from "../call.js";
import { judge } from "./extract/statements/classify-statement.js";
import { findReplaced, type StatementReading } from "./find-replaced.js";
import { beginOf, maxStatements, type PromotionDeps, promoteProject } from "./promote-statements.js";

/** How far a model has read: all, not all, or it cannot be used. */
export type ReadingState = "done" | "more" | "unavailable";

export interface Reading {
  readonly state: ReadingState;
  /** Statements that became memories. */
  readonly learned: number;
}

type ReadingDeps = PromotionDeps & { readonly reading: StatementReading };

/** Sentences and pairs of them that a model reads at once: seconds, after which another process may take over. */
const maxSentences = 400;
const maxPairs = 600;

/** How much words and the model count; fitted on writers whom neither had seen (bench/statements/weigh.ts). */
const wordsWeight = 0.7;
const modelWeight = 0.4;
const noneBias = -0.9;
/** Neither is ever sure. */
const minScore = 1e-5;

/**
 * Lets a model read sentences that words took, or nearly took, for statements, the newest first; then, in the project with
 * the newest, what later statements made untrue. Words have decided before: this takes seconds, and nothing waits for it.
 */
export async function readStatements(call: Call, deps: ReadingDeps): Promise<Reading> {
  const unread = await deps.store.unread(call.tenant, maxSentences);
  return unread.length > 0 ? judgeStatements(call, unread, deps) : compareStatements(call, deps);
}

async function judgeStatements(
  call: Call,
  unread: readonly UnreadStatement[],
  { reading, ...deps }: ReadingDeps,
): Promise<Reading> {
  const read = await unlessUnavailable(call, () => reading.reader.classify(unread.map(({ statement }) => statement)));
  if (!read) return unavailable;
  await deps.store.setRead(
    call.tenant,
    unread.map((one, i) => ({ unread: one, statement: judged(one.statement, read[i] ?? []) })),
  );
  const folders = new Map(unread.map(({ project, folder }) => [project, folder]));
  let learned = 0;
  for (const [project, folder] of folders)
    if (folder !== "") learned += await promoteProject(call, { project, folder }, deps);
  return { state: "more", learned };
}

/** A statement with what words and a model make of it together. */
function judged({ scores = [], isCandidate: _, ...statement }: Statement, read: readonly number[]): Statement {
  const sums = scores.map(
    (score, i) =>
      wordsWeight * Math.log(Math.max(minScore, score)) +
      modelWeight * Math.log(Math.max(minScore, read[i] ?? 0)) +
      (i === 0 ? noneBias : 0),
  );
  return { ...statement, ...(judge(softmax(sums), statement.by) ?? { isCandidate: true }) };
}

async function compareStatements(call: Call, { reading, ...deps }: ReadingDeps): Promise<Reading> {
  const { store, keeper } = deps;
  const pending = await store.uncompared(call.tenant);
  if (pending === undefined) return { state: "done", learned: 0 };
  const { project, folder } = pending;
  const statements = await store.ofProject(call.tenant, project, maxStatements);
  const found = await unlessUnavailable(call, () =>
    findReplaced(statements, reading, { maxPairs, signal: call.signal }),
  );
  if (!found) return unavailable;
  const replaced = await store.setCompared(call.tenant, project, { ...found, since: beginOf(statements) });
  const learned = await promoteProject(call, pending, deps);
  const successors = new Map(replaced.map(({ old, by }) => [old, by]));
  for (const { old, by } of replaced) await keeper.supersede({ ...call, folder }, old, standing(by, successors));
  return { state: found.compared.length > 0 ? "more" : "done", learned };
}

const unavailable: Reading = { state: "unavailable", learned: 0 };

/** Without the model words decide alone, until the next start. */
async function unlessUnavailable<T>(call: Call, read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    call.log.info("archive.read_statements", { error: String(error) });
    return undefined;
  }
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
