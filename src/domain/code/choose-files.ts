import type { RankedFile } from "./rank-files.js";

/** How many of the best files by keywords, and of the best by similarity, are guaranteed a position among the first ten. */
const guaranteedByKeywords = 2;
const guaranteedBySimilarity = 2;
const firstCount = 10;

/** Keeps the order of the files, except that the best of each ranking are guaranteed a position. */
export function chooseFiles(ranked: readonly RankedFile[], limit: number): RankedFile[] {
  const end = Math.min(limit, firstCount);
  const guaranteed = new Set([
    ...best(ranked, bm25).slice(0, guaranteedByKeywords),
    ...best(ranked, similarity).slice(0, guaranteedBySimilarity),
  ]);
  const late = ranked
    .slice(end)
    .filter((one) => guaranteed.has(one))
    .slice(0, end);
  if (late.length === 0) return [...ranked];
  const displaced = ranked
    .slice(0, end)
    .filter((one) => !guaranteed.has(one))
    .slice(-late.length);
  const kept = ranked.slice(0, end).filter((one) => !displaced.includes(one));
  const moved = late.slice(0, end - kept.length);
  const first = [...kept, ...moved];
  return [...first, ...ranked.filter((one) => !first.includes(one))];
}

const best = (files: readonly RankedFile[], by: (file: RankedFile) => number): RankedFile[] =>
  files.filter((one) => by(one) > 0).sort((a, b) => by(b) - by(a));

const bm25 = ({ chunks }: RankedFile) => Math.max(...chunks.map(({ candidate }) => candidate.keyword.bm25));
const similarity = ({ chunks }: RankedFile) => Math.max(...chunks.map(({ candidate }) => candidate.similarity ?? 0));
