import type { SentenceReader } from "../../engine/sentence-reader.js";
import type { StoredStatement } from "../../store/archive/statement-store.js";

/** What comparing statements by what they say needs. */
export interface StatementReading {
  readonly reader: SentenceReader;
  /** An approximate vector of a text: statements about other things are not compared. */
  embed(text: string): Float32Array | undefined;
}

export interface Replacement {
  readonly old: StoredStatement;
  readonly by: StoredStatement;
}

/** Earlier statements that a new one is compared with, the most similar. */
const maxCompared = 12;
/** Pairs that one round reads, the newest: a few seconds. */
const maxPairs = 600;
const minProbability = 0.8;

/** Earlier statements that new ones make untrue, as a model reads both. Takes all in the order in which they were said. */
export async function findReplaced(
  statements: readonly StoredStatement[],
  { reader, embed }: StatementReading,
): Promise<Replacement[]> {
  const vectors = new Map(statements.map((one) => [one, embed(one.text)]));
  const pairs = statements
    .flatMap((by, position) => (by.holds === undefined ? mostSimilar(by, statements.slice(0, position), vectors) : []))
    .slice(-maxPairs);
  const scores = await reader.replaces(pairs.map(({ old, by }) => ({ old: old.text, later: by.text })));
  const replaced = new Set<StoredStatement>();
  return pairs.filter(({ old }, i) => {
    const isReplaced = (scores[i] ?? 0) >= minProbability && !replaced.has(old);
    if (isReplaced) replaced.add(old);
    return isReplaced;
  });
}

function mostSimilar(
  by: StoredStatement,
  earlier: readonly StoredStatement[],
  vectors: ReadonlyMap<StoredStatement, Float32Array | undefined>,
): Replacement[] {
  const own = vectors.get(by);
  return earlier
    .filter((old) => old.holds !== false && old.replacedBy === undefined && !isSameExchange(old, by))
    .map((old) => ({ old, by, similarity: cosine(own, vectors.get(old)) }))
    .toSorted((a, b) => b.similarity - a.similarity)
    .slice(0, maxCompared)
    .map(({ old }) => ({ old, by }));
}

const isSameExchange = (a: StoredStatement, b: StoredStatement): boolean =>
  a.sessionId === b.sessionId && a.exchangeKey === b.exchangeKey;

/** Of vectors of length 1. */
const cosine = (a: Float32Array | undefined, b: Float32Array | undefined): number =>
  a === undefined || b === undefined ? 0 : a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
