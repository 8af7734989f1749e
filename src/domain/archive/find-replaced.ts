import { dotProduct } from "../../base/dot-product.js";
import type { SentenceReading } from "../../engine/sentence-reader.js";
import type { StatementKind } from "../../store/archive/exchange.js";
import type { Replacement, StoredStatement } from "../../store/archive/statement-store.js";
import { isSameExchange } from "./extract/statements/resolve-statements.js";

/** Earlier statements that a new one is compared with, the most similar. */
const maxCompared = 12;
const minProbability = 0.8;
/** What work ends, so that an agent may report its end. */
const endedByWork: ReadonlySet<StatementKind> = new Set(["task", "next", "trap"]);

/**
 * Earlier statements that those not compared yet make untrue, as a model reads both. Takes all in the order in which they
 * were said; the newest are compared, as many as the pairs allow and until the signal.
 */
export async function findReplaced(
  statements: readonly StoredStatement[],
  { reader, embed }: SentenceReading,
  { maxPairs, signal }: { readonly maxPairs: number; readonly signal: AbortSignal },
): Promise<{ readonly replaced: readonly Replacement[]; readonly compared: readonly StoredStatement[] }> {
  const vectors = new Map(statements.map((one) => [one, embed(one.text)]));
  const compared: StoredStatement[] = [];
  const successors = new Map<StoredStatement, StoredStatement>();
  let pairsLeft = maxPairs;
  for (const [i, by] of [...statements.entries()].toReversed()) {
    if (by.isCompared) continue;
    const pairs = nearestEarlier(by, statements.slice(0, i), vectors);
    pairsLeft -= pairs.length;
    if (pairsLeft < 0 || signal.aborted) break;
    const scores = await reader.replaces(pairs.map(({ old }) => ({ old: old.text, later: by.text })));
    // The first that said so is the last that is read.
    for (const [n, { old }] of pairs.entries()) if ((scores[n] ?? 0) >= minProbability) successors.set(old, by);
    compared.push(by);
  }
  return { replaced: Array.from(successors, ([old, by]) => ({ old, by })), compared };
}

function nearestEarlier(
  by: StoredStatement,
  earlier: readonly StoredStatement[],
  vectors: ReadonlyMap<StoredStatement, Float32Array | undefined>,
): Replacement[] {
  const own = vectors.get(by);
  // The newest first where similarity says nothing, as with an endpoint's embedder.
  return earlier
    .toReversed()
    .filter((old) => old.holds !== false && old.replacedBy === undefined && !isSameExchange(old, by))
    .filter((old) => canEnd(by, old))
    .map((old) => ({ old, by, similarity: similarityOf(own, vectors.get(old)) }))
    .toSorted((a, b) => b.similarity - a.similarity)
    .slice(0, maxCompared)
    .map(({ old }) => ({ old, by }));
}

/** What a person decided or stated ends by what a person says: agents describe it in other words. Outcomes do not end. */
const canEnd = (by: StoredStatement, old: StoredStatement): boolean =>
  old.about !== "outcome" && (old.by === "agent" || by.by === "person" || endedByWork.has(old.about));

const similarityOf = (a: Float32Array | undefined, b: Float32Array | undefined): number =>
  a && b ? dotProduct(a, b) : 0;
