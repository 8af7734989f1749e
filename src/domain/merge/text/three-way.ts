/** A value in three versions. */
export interface Sides<T> {
  readonly base: T;
  readonly ours: T;
  readonly theirs: T;
}

/** The value of a three-way merge if at most one side changed it, or both equally; undefined on conflict. */
export function threeWay<T>(base: T, ours: T, theirs: T): { readonly value: T } | undefined {
  if (ours === theirs || theirs === base) return { value: ours };
  return ours === base ? { value: theirs } : undefined;
}
