import type { RankedFile } from "./rank-files.js";

/** How many of the best files by keywords, and of the best by similarity, are guaranteed a position among the first ten. */
const sureByWords = 2;
const sureByMeaning = 4;
const seen = 10;

/** Keeps the order of the files, except that the best of each ranking are guaranteed a position. */
export function chooseFiles(ranked: readonly RankedFile[], limit: number): RankedFile[] {
  const end = Math.min(limit, seen);
  const sure = new Set([
    ...best(ranked, bm25).slice(0, sureByWords),
    ...best(ranked, similarity).slice(0, sureByMeaning),
  ]);
  const late = ranked
    .slice(end)
    .filter((one) => sure.has(one))
    .slice(0, end);
  if (late.length === 0) return [...ranked];
  const giveWay = ranked
    .slice(0, end)
    .filter((one) => !sure.has(one))
    .slice(-late.length);
  const kept = ranked.slice(0, end).filter((one) => !giveWay.includes(one));
  const moved = late.slice(0, end - kept.length);
  const first = [...kept, ...moved];
  return [...first, ...ranked.filter((one) => !first.includes(one))];
}

const best = (files: readonly RankedFile[], by: (file: RankedFile) => number): RankedFile[] =>
  files.filter((one) => by(one) > 0).sort((a, b) => by(b) - by(a));

const bm25 = ({ chunks }: RankedFile) => Math.max(...chunks.map(({ candidate }) => candidate.keyword.bm25));
const similarity = ({ chunks }: RankedFile) => Math.max(...chunks.map(({ candidate }) => candidate.similarity ?? 0));
