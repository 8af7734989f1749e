/** What a list shows of a hit. */
interface ListedHit {
  readonly kind: string;
  readonly project: string;
  readonly title: string;
  readonly snippet: { readonly text: string };
}

/** A hit and its near duplicates, in the order of the results. */
export interface HitGroup<Hit extends ListedHit> {
  readonly hit: Hit;
  readonly others: readonly Hit[];
}

/** Groups hits of one kind with the same title, or the same text around the match. */
export function groupHits<Hit extends ListedHit>(hits: readonly Hit[]): HitGroup<Hit>[] {
  const groups: { hit: Hit; others: Hit[] }[] = [];
  for (const hit of hits) {
    const similarGroup = groups.find((group) => isNearlySame(group.hit, hit));
    if (similarGroup) similarGroup.others.push(hit);
    else groups.push({ hit, others: [] });
  }
  return groups;
}

const isNearlySame = (a: ListedHit, b: ListedHit): boolean =>
  a.kind === b.kind &&
  a.project === b.project &&
  (isSameText(a.title, b.title) || isSameText(a.snippet.text, b.snippet.text));

const isSameText = (a: string, b: string): boolean => a !== "" && normalize(a) === normalize(b);

const normalize = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
