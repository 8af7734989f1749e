/**
 * One order for all elements of three orderings of unique elements, deleted ones included, so that elements after a
 * deleted one keep their position. The side that moved elements decides; if both did, ours. Of elements that both sides
 * added at the same position, those of ours come first.
 */
export function mergeOrder<T>(base: readonly T[], ours: readonly T[], theirs: readonly T[]): T[] {
  const inBase = new Set(base);
  const elementsInBase = (side: readonly T[]) => side.filter((element) => inBase.has(element));
  const leading = isSubsequence(elementsInBase(ours), base) ? theirs : ours;
  const first = insertMissing(leading, leading === ours ? theirs : ours, {
    // Additions of ours stay before those of theirs at the same position.
    passOver: leading === ours ? addedOnlyBy(ours, inBase, new Set(theirs)) : new Set<T>(),
  });
  return insertMissing(first, base, { passOver: new Set<T>() });
}

const addedOnlyBy = <T>(side: readonly T[], inBase: ReadonlySet<T>, other: ReadonlySet<T>): ReadonlySet<T> =>
  new Set(side.filter((element) => !inBase.has(element) && !other.has(element)));

function isSubsequence<T>(part: readonly T[], whole: readonly T[]): boolean {
  let at = 0;
  for (const element of whole) if (at < part.length && part[at] === element) at++;
  return at === part.length;
}

/** `order` with each missing element of `other` inserted after its predecessor in `other`. */
function insertMissing<T>(order: readonly T[], other: readonly T[], { passOver }: { passOver: ReadonlySet<T> }): T[] {
  const included = new Set(order);
  const followers = new Map<T | undefined, T[]>();
  let anchor: T | undefined;
  for (const element of other) {
    if (included.has(element)) anchor = element;
    else if (!followers.get(anchor)?.push(element)) followers.set(anchor, [element]);
  }
  const result: T[] = [];
  const waiting = [...(followers.get(undefined) ?? [])];
  for (const element of order) {
    if (!passOver.has(element)) for (const delayed of waiting.splice(0)) result.push(delayed);
    result.push(element);
    for (const follower of followers.get(element) ?? []) waiting.push(follower);
  }
  return result.concat(waiting);
}

/** Merges orderings of unique elements as sets: drops what one side removed, keeps what either side added. */
export function mergeSets<T>(base: readonly T[], ours: readonly T[], theirs: readonly T[]): T[] {
  const [inBase, inOurs, inTheirs] = [new Set(base), new Set(ours), new Set(theirs)];
  return mergeOrder(base, ours, theirs).filter((element) =>
    inBase.has(element) ? inOurs.has(element) && inTheirs.has(element) : true,
  );
}
