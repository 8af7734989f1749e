import { fieldWeights, lengthNorm, saturate } from "../../base/text/bm25.js";
import type { SqlSession } from "../sql.js";
import type { WordLengths } from "./word-lengths.js";

/** The position of each word, by FTS5's vocabulary table; a temporary table of the connection. */
const places = "temp.search_word_places";
const createPlaces = `CREATE VIRTUAL TABLE IF NOT EXISTS ${places} USING fts5vocab('main', 'search_words', 'instance')`;
// One text for all rows, such as `12t12b15r`: a document's number, and the first letter of the field.
const placesText = `SELECT group_concat(doc || substr(col, 1, 1), '') AS places FROM ${places} WHERE term = ?`;

/** By the first letter of a column; the filter tokens weigh nothing. */
const weightOf = new Float64Array(128);
for (const [field, weight] of Object.entries(fieldWeights)) weightOf[field.charCodeAt(0)] = weight;

/** FTS5's IDF of a word that more than half of the documents have. */
const minIdf = 1e-6;

/** The scores that FTS5's `bm25` gives documents with any of the tokens, several times as fast. */
export async function scoreBm25(
  session: SqlSession,
  tokens: readonly string[],
  lengths: WordLengths,
): Promise<Map<number, number>> {
  await session.run(createPlaces);
  const scores = new Map<number, number>();
  for (const token of tokens) {
    const [row] = await session.all<{ places: string | null }>(placesText, [token]);
    addScores(scores, row?.places ?? "", lengths);
  }
  return scores;
}

function addScores(scores: Map<number, number>, listed: string, lengths: WordLengths): void {
  const { nrs, counts } = countsIn(listed);
  const { average } = lengths;
  // Another process may have added documents since they were counted.
  const documents = Math.max(lengths.documents, nrs.length);
  const idf = Math.log((documents - nrs.length + 0.5) / (nrs.length + 0.5));
  const weight = Math.max(minIdf, idf);
  for (let i = 0; i < nrs.length; i++) {
    const [nr, count] = [nrs[i] as number, counts[i] as number];
    const norm = lengthNorm(lengths.of(nr), average);
    scores.set(nr, (scores.get(nr) ?? 0) + weight * saturate(count, norm));
  }
}

/** Each document once, with how often it has the word, weighed by field. */
function countsIn(listed: string): { nrs: number[]; counts: number[] } {
  const [nrs, counts]: [number[], number[]] = [[], []];
  let nr = 0;
  for (let i = 0; i < listed.length; i++) {
    const sign = listed.charCodeAt(i);
    if (sign < nine) {
      nr = nr * 10 + sign - zero;
      continue;
    }
    const weight = weightOf[sign] as number;
    if (nrs.at(-1) === nr) counts[counts.length - 1] = (counts.at(-1) ?? 0) + weight;
    else {
      nrs.push(nr);
      counts.push(weight);
    }
    nr = 0;
  }
  return { nrs, counts };
}

const [zero, nine] = ["0".charCodeAt(0), "9".charCodeAt(0) + 1];

/** The numbers with the highest scores, highest first and in order of number among equals: at least `count` of them if there are as many. */
export function bestOf(scores: ReadonlyMap<number, number>, count: number): number[] {
  const min = reachedBy(scores, count);
  return [...scores]
    .filter(([, score]) => score >= min)
    .sort(([a, x], [b, y]) => y - x || a - b)
    .map(([nr]) => nr);
}

const steps = 512;

/** A score that at least `count` reach and not many more: counted in steps, since sorting thousands takes longer. */
function reachedBy(scores: ReadonlyMap<number, number>, count: number): number {
  let max = 0;
  for (const score of scores.values()) max = Math.max(max, score);
  if (max === 0) return 0;
  const counts = new Uint32Array(steps + 1);
  for (const score of scores.values()) {
    const step = Math.floor((steps * score) / max);
    counts[step] = (counts[step] as number) + 1;
  }
  let step = steps;
  for (let reached = counts[step] as number; step > 0 && reached < count; ) reached += counts[--step] as number;
  // A little less: what is rounded must not fall between two steps.
  return (max * step * (1 - 1e-9)) / steps;
}
