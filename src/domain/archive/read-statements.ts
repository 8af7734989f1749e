import { softmax } from "../../base/probability.js";
import type { SentenceReading } from "../../engine/sentence-reader.js";
import type { JudgedStatement, StoredStatement, UnreadStatement } from "../../store/archive/statement-store.js";
import type { Call } from "../call.js";
import { judge } from "./extract/statements/classify-statement.js";
import { findReplaced } from "./find-replaced.js";
import { beginOf, isCertainOnce, maxStatements, type PromotionDeps, promoteProject } from "./promote-statements.js";

/** How far a model has read: all, not all, or it cannot be used. */
export type ReadingState = "done" | "more" | "unavailable";

export interface Reading {
  readonly state: ReadingState;
  /** Statements that became memories. */
  readonly learned: number;
}

type ReadingDeps = PromotionDeps & { readonly reading: SentenceReading };

/** Sentences and pairs of them that a model reads at once: seconds, after which another process may take over. */
const maxSentences = 400;
const maxPairs = 600;
/** Between these a process may be stopped. */
const batchSize = 32;

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
  const judged: JudgedStatement[] = [];
  for (let from = 0; from < unread.length && !call.signal.aborted; from += batchSize) {
    const batch = unread.slice(from, from + batchSize);
    const read = await unlessUnavailable(call, () => reading.reader.classify(batch.map(({ statement }) => statement)));
    if (!read) return unavailable;
    judged.push(...batch.map((one, i) => judgeStatement(one, read[i] ?? [])));
  }
  await deps.store.setRead(call.tenant, judged);
  const folders = new Map<string, string>();
  // The newest come first: a project's folder is that of its last session.
  for (const { project, folder } of unread) if (folder !== "" && !folders.has(project)) folders.set(project, folder);
  let learned = 0;
  for (const [project, folder] of folders)
    if (!call.signal.aborted) learned += await promoteProject(call, { project, folder }, deps);
  return { state: "more", learned };
}

/** What words and a model make of a sentence together. */
function judgeStatement(unread: UnreadStatement, read: readonly number[]): JudgedStatement {
  const { statement } = unread;
  const sums = (statement.scores ?? []).map(
    (score, i) =>
      wordsWeight * Math.log(Math.max(minScore, score)) +
      modelWeight * Math.log(Math.max(minScore, read[i] ?? 0)) +
      (i === 0 ? noneBias : 0),
  );
  const { about, by } = statement;
  const judgment = judge(softmax(sums), by) ?? { about, probability: 0, isCandidate: true };
  const isNews = !isCertainOnce(statement) && isCertainOnce({ by, probability: judgment.probability });
  return { unread, judgment, isNews };
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
