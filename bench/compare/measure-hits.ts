import { setTimeout as pause } from "node:timers/promises";
import type { Facts, Question } from "./facts.js";
import type { Server } from "./server.js";

export interface HitRate {
  readonly first: number;
  readonly ten: number;
}

export interface Hits {
  readonly codes: HitRate;
  readonly markers: HitRate;
  readonly paraphrases: HitRate;
  readonly writeMs: readonly number[];
  readonly searchMs: readonly number[];
}

/** Products that embed in the background get this long after the last write. */
const settleMs = 60_000;

export async function measureHits(server: Server, { facts, codes, markers, paraphrases }: Facts): Promise<Hits> {
  const writeMs: number[] = [];
  for (const { key, text } of facts) await timed(writeMs, () => server.record(key, text));
  // The first search loads models where there are any.
  await server.search("warm up").catch(() => "");
  await pause(settleMs);
  const searchMs: number[] = [];
  const rate = async (questions: readonly Question[]): Promise<HitRate> => {
    let [first, ten] = [0, 0];
    for (const { query, answer } of questions) {
      const text = plain(await timed(searchMs, () => server.search(query)));
      const position = text.indexOf(opening(answer));
      if (position === -1) continue;
      ten++;
      const isFirst = facts.every((fact) => {
        const other = text.indexOf(opening(fact.text));
        return other === -1 || other >= position;
      });
      if (isFirst) first++;
    }
    return { first: first / questions.length, ten: ten / questions.length };
  };
  return {
    codes: await rate(codes),
    markers: await rate(markers),
    paraphrases: await rate(paraphrases),
    writeMs,
    searchMs,
  };
}

async function timed<T>(all: number[], body: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await body();
  all.push(performance.now() - started);
  return result;
}

/** Answers may shorten a text, and escape or format it. */
const opening = (text: string): string => plain(text).slice(0, 60).trimEnd();
const plain = (text: string): string => text.replace(/\\[nt]/g, " ").replace(/[^\p{L}\p{N}]+/gu, " ");
