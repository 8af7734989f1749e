/**
 * One order for all elements of three orderings of unique elements, deleted ones included, so that whoever follows a
 * deleted element still finds its place. The side that moved elements decides; if both did, ours. Elements that the
 * two sides added at the same place come ours first.
 */
export function mergeOrder<T>(base: readonly T[], ours: readonly T[], theirs: readonly T[]): T[] {
  const inBase = new Set(base);
  const kept = (side: readonly T[]) => side.filter((element) => inBase.has(element));
  const leads = isSubsequence(kept(ours), base) ? theirs : ours;
  const first = insertMissing(leads, leads === ours ? theirs : ours, {
    // Ours stays in front of what theirs added at the same place.
    passOver: leads === ours ? added(ours, inBase, new Set(theirs)) : new Set<T>(),
  });
  return insertMissing(first, base, { passOver: new Set<T>() });
}

function added<T>(side: readonly T[], inBase: ReadonlySet<T>, other: ReadonlySet<T>): ReadonlySet<T> {
  return new Set(side.filter((element) => !inBase.has(element) && !other.has(element)));
}

function isSubsequence<T>(part: readonly T[], whole: readonly T[]): boolean {
  let at = 0;
  for (const element of whole) if (at < part.length && part[at] === element) at++;
  return at === part.length;
}

/** `order` with each missing element of `other` put behind its predecessor there. */
function insertMissing<T>(order: readonly T[], other: readonly T[], { passOver }: { passOver: ReadonlySet<T> }): T[] {
  const known = new Set(order);
  const followers = new Map<T | undefined, T[]>();
  let anchor: T | undefined;
  for (const element of other) {
    if (known.has(element)) anchor = element;
    else if (!followers.get(anchor)?.push(element)) followers.set(anchor, [element]);
  }
  const result: T[] = [];
  const waiting = [...(followers.get(undefined) ?? [])];
  for (const element of order) {
    if (!passOver.has(element)) for (const late of waiting.splice(0)) result.push(late);
    result.push(element);
    for (const follower of followers.get(element) ?? []) waiting.push(follower);
  }
  return result.concat(waiting);
}

/** Merges orderings of unique elements as sets: what one side removed goes, what either side added stays. */
export function mergeSets<T>(base: readonly T[], ours: readonly T[], theirs: readonly T[]): T[] {
  const [inBase, inOurs, inTheirs] = [new Set(base), new Set(ours), new Set(theirs)];
  return mergeOrder(base, ours, theirs).filter((element) =>
    inBase.has(element) ? inOurs.has(element) && inTheirs.has(element) : true,
  );
}
