/** How often each item occurs. */
export function countEach<T>(items: Iterable<T>): Map<T, number> {
  const counts = new Map<T, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/** At most `max` items of each key, the first ones. */
export function limitEach<T>(items: readonly T[], keyOf: (item: T) => unknown, max: number): T[] {
  const counts = new Map<unknown, number>();
  return items.filter((item) => {
    const count = (counts.get(keyOf(item)) ?? 0) + 1;
    counts.set(keyOf(item), count);
    return count <= max;
  });
}
