const maxUses = 100;
const maxCounts = 1000;

/** Counts a filter token again after some uses only: the count decides what is cheaper, not what is found. */
export function cacheFilterCounts(count: (token: string, max: number) => Promise<number>) {
  const known = new Map<string, { readonly value: number; readonly max: number; uses: number }>();
  return async (token: string, max: number): Promise<number> => {
    const last = known.get(token);
    const isEnough = last !== undefined && last.uses++ < maxUses && (last.value < last.max || last.value >= max);
    if (isEnough) return last.value;
    if (known.size >= maxCounts) known.clear();
    const value = await count(token, max);
    known.set(token, { value, max, uses: 0 });
    return value;
  };
}
