import { withTimeout } from "../../../base/with-timeout.js";
import type { SentencePair, SentenceReader } from "../../../engine/sentence-reader.js";

/** For each pair, the probability that the later text makes the earlier one untrue; 0 where that is not known in time. */
export type ReadPairs = (pairs: readonly SentencePair[], waitMs: number) => Promise<readonly number[]>;

const maxCached = 1000;
/** Pairs that may wait for the model. A busy service answers without it instead of letting searches queue. */
const maxWaiting = 8;

/** Keeps answers, because the same hits come again. A model that failed is not tried again by this process. */
export function createPairReader(reader: SentenceReader): ReadPairs {
  const known = new Map<string, number>();
  const waiting = new Map<string, Promise<void>>();
  let isBroken = false;

  const remember = (pair: SentencePair, probability: number) => {
    const [oldest] = known.keys();
    if (known.size >= maxCached && oldest !== undefined) known.delete(oldest);
    known.set(keyOf(pair), probability);
  };

  const read = (pairs: readonly SentencePair[]) => {
    const reading = reader.replaces(pairs).then(
      (probabilities) => {
        for (const [i, pair] of pairs.entries()) remember(pair, probabilities[i] ?? 0);
      },
      () => {
        isBroken = true;
      },
    );
    for (const pair of pairs)
      waiting.set(
        keyOf(pair),
        reading.finally(() => waiting.delete(keyOf(pair))),
      );
  };

  return async (pairs, waitMs) => {
    const unread = pairs.filter((pair) => !known.has(keyOf(pair)) && !waiting.has(keyOf(pair)));
    if (!isBroken && unread.length > 0 && waiting.size + unread.length <= maxWaiting) read(unread);
    const readings = pairs.flatMap((pair) => waiting.get(keyOf(pair)) ?? []);
    await withTimeout(Promise.all(readings), waitMs, undefined);
    return pairs.map((pair) => known.get(keyOf(pair)) ?? 0);
  };
}

const keyOf = ({ old, later }: SentencePair) => `${old}\0${later}`;
