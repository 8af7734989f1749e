import type { SearchHitRow } from "../../../src/surface/http/api-types.js";

/** A hit and its near duplicates, in the order of the results. */
export interface HitGroup {
  readonly hit: SearchHitRow;
  readonly others: readonly SearchHitRow[];
}

/** Groups hits of one kind with the same title, or the same text around the match. */
export function groupHits(hits: readonly SearchHitRow[]): HitGroup[] {
  const groups: { hit: SearchHitRow; others: SearchHitRow[] }[] = [];
  for (const hit of hits) {
    const similarGroup = groups.find((group) => isNearlySame(group.hit, hit));
    if (similarGroup) similarGroup.others.push(hit);
    else groups.push({ hit, others: [] });
  }
  return groups;
}

const isNearlySame = (a: SearchHitRow, b: SearchHitRow): boolean =>
  a.kind === b.kind &&
  a.project === b.project &&
  (isSameText(a.title, b.title) || isSameText(a.snippet.text, b.snippet.text));

const isSameText = (a: string, b: string): boolean => a !== "" && normalize(a) === normalize(b);

const normalize = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
