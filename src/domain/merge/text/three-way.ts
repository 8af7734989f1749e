/** The value a three-way merge gives when at most one side changed it, or both alike; nothing when they clash. */
export function threeWay<T>(base: T, ours: T, theirs: T): { readonly value: T } | undefined {
  if (ours === theirs || theirs === base) return { value: ours };
  return ours === base ? { value: theirs } : undefined;
}
